import type { CheckStatus, ControlStatus, Severity } from "./vocabulary.ts";

/** One edition of a compliance framework, such as CIS 5.0. */
export interface Framework {
  readonly framework: string;
  readonly version: string;
}

/** A control of a framework, such as 1.4 of CIS 5.0. */
export interface ControlRef extends Framework {
  readonly control_id: string;
}

/** What a check says of one resource of a cloud account. */
export interface CloudResult {
  readonly id: string;
  readonly scan_id: string;
  /** Number of the cloud account, 12 digits. */
  readonly account_id: string;
  readonly provider: "aws";
  readonly check_id: string;
  readonly title: string;
  readonly status: CheckStatus;
  readonly status_detail: string;
  readonly severity: Severity;
  readonly service: string;
  readonly region: string;
  readonly resource_id: string;
  readonly resource_type: string;
  readonly frameworks: readonly ControlRef[];
  /** The finding that tells of it; null for what passes. */
  readonly finding_id: string | null;
  readonly remediation: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** A control that checks can speak of, whether or not they have. */
export interface CataloguedControl {
  readonly id: string;
  readonly checks: readonly string[];
}

/** How one control stands. `passed` and `failed` count results. */
export interface ControlReport {
  readonly id: string;
  readonly title: string;
  readonly section: string | null;
  readonly status: ControlStatus;
  readonly passed: number;
  readonly failed: number;
  readonly checks: readonly string[];
  readonly finding_ids: readonly string[];
}

/** How a framework stands. The summary counts controls; its score is a share of 1, null when no control was assessed. */
export interface ComplianceReport {
  readonly summary: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly not_assessed: number;
    readonly score: number | null;
  };
  readonly controls: readonly ControlReport[];
}

/**
 * How a framework stands by the results: a control passes when all its results do and fails when one does. A control of
 * the catalogue without results is not assessed, which is neither.
 */
export function assess(
  results: readonly CloudResult[],
  framework: Framework,
  catalogue: readonly CataloguedControl[],
): ComplianceReport {
  const evidence = evidenceOf(results, framework);
  const known = new Map(catalogue.map(({ id, checks }) => [id, checks]));
  const ids = [...new Set([...known.keys(), ...evidence.keys()])].sort(byNumber);
  const controls = ids.map((id) => controlReport(id, known.get(id) ?? [], evidence.get(id) ?? []));
  const count = (status: ControlStatus) => controls.filter((control) => control.status === status).length;
  const [passed, failed, notAssessed] = [count("pass"), count("fail"), count("not_assessed")];
  const score = passed + failed === 0 ? null : passed / (passed + failed);
  return { summary: { total: controls.length, passed, failed, not_assessed: notAssessed, score }, controls };
}

/** The frameworks that results speak of, by name and version. */
export function frameworksIn(results: readonly CloudResult[]): Framework[] {
  const found = new Map<string, Framework>();
  for (const { frameworks } of results)
    for (const { framework, version } of frameworks) found.set(`${framework} ${version}`, { framework, version });
  return [...found.values()].sort((a, b) => a.framework.localeCompare(b.framework) || byNumber(a.version, b.version));
}

/**
 * Does what a caller wrote name the framework? Only letters and digits count (`iso 27001` is `ISO-27001`), and the number
 * of the publication may be left out (`NIST` is `NIST-800-53`, `PCI` is `PCI-DSS`).
 */
export const isNamed = (framework: string, written: string): boolean =>
  folded(framework) === folded(written) || folded(framework.split("-")[0] ?? "") === folded(written);

function evidenceOf(results: readonly CloudResult[], { framework, version }: Framework): Map<string, CloudResult[]> {
  const evidence = new Map<string, CloudResult[]>();
  for (const result of results) {
    const ids = result.frameworks
      .filter((ref) => ref.framework === framework && ref.version === version)
      .map(({ control_id }) => control_id);
    for (const id of new Set(ids)) {
      const others = evidence.get(id);
      if (others) others.push(result);
      else evidence.set(id, [result]);
    }
  }
  return evidence;
}

/** Findings that a control names; `failed` counts them all. */
const FINDING_IDS_MAX = 100;

function controlReport(id: string, checks: readonly string[], evidence: readonly CloudResult[]): ControlReport {
  const failed = evidence.filter(({ status }) => status === "fail");
  return {
    id,
    title: id,
    section: sectionOf(id),
    status: failed.length > 0 ? "fail" : evidence.length > 0 ? "pass" : "not_assessed",
    passed: evidence.length - failed.length,
    failed: failed.length,
    checks: [...new Set([...checks, ...evidence.map(({ check_id }) => check_id)])].sort(),
    finding_ids: [...new Set(failed.flatMap(({ finding_id }) => finding_id ?? []))].sort().slice(0, FINDING_IDS_MAX),
  };
}

/** The part of a framework that a control is in, as its number says: 2.1 of 2.1.4, CC6 of CC6.1, AC of AC-2(1). */
export const sectionOf = (controlId: string): string | null => /^(.+)[.-]\d+(?:\(.+\))?$/.exec(controlId)?.[1] ?? null;

/** 1.9 before 1.10, and an order that does not depend on the machine's language. */
const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });

const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
