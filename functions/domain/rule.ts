import type { FindingClass, Severity } from "./vocabulary.ts";

/** What a scanner knows about one kind of weakness before it has seen any target. Texts are shown to customers. */
export interface Rule {
  readonly title: string;
  readonly description: string;
  /** Groups rules for filters and suppression: `dns`, `email`, `network`, `tls`, `http`, `exposure`, `takeover`. */
  readonly category: string;
  readonly severity: Severity;
  readonly finding_class: FindingClass;
  /** `CWE-<number>`, or null for inventory. */
  readonly cwe_id: string | null;
  /** Our estimate as a CVSS 3.1 base score, 0 for inventory and information. It is shown, and does not decide the severity. */
  readonly cvss_score: number;
  readonly risk: string;
  /** One sentence; the four steps spell it out. */
  readonly remediation: string;
  readonly steps: readonly [string, string, string, string];
  readonly references: readonly string[];
}
