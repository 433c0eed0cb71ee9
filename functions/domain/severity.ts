import type { Severity } from "./vocabulary.ts";

/** What the severity of one detection is made of, in the order in which it counts. */
export interface SeveritySources {
  /** The rule, as `module.scanner.rule`, and the severity that it states. */
  readonly templateId: string;
  readonly native: Severity;
  /** CVSS base score of the CVE; undefined where the detection is of none. A rule's own score is an estimate and no source. */
  readonly cvssOfCve: number | undefined;
  /** What this target makes of the weakness, and why. */
  readonly exposure: { readonly value: Severity; readonly reason: string } | undefined;
}

/** A severity and, step by step, where it comes from. */
export interface Assessment {
  readonly severity: Severity;
  readonly source_severity: Severity;
  readonly severity_reason: readonly string[];
}

/**
 * The severity of a detection: the rule's, replaced by the band of the CVE's score where there is one, replaced by what
 * the target makes of it. Throws RangeError for a score that is none.
 */
export function assess({ templateId, native, cvssOfCve, exposure }: SeveritySources): Assessment {
  const reasons = [`native: ${native} (${templateId})`];
  let severity = native;
  if (cvssOfCve !== undefined) {
    const band = cvssBand(cvssOfCve);
    reasons.push(`cvss ${cvssOfCve.toFixed(1)}: ${step(severity, band)}`);
    severity = band;
  }
  if (exposure && exposure.value !== severity) {
    reasons.push(`exposure: ${step(severity, exposure.value)}, ${exposure.reason}`);
    severity = exposure.value;
  }
  return { severity, source_severity: native, severity_reason: reasons };
}

/** The band of a CVSS 3.1 or 4.0 base score, which both divide alike; `none` is our info. Throws RangeError outside of 0 to 10. */
export function cvssBand(score: number): Severity {
  if (!(score >= 0 && score <= 10)) throw new RangeError(`${score} is no CVSS score`);
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "info";
}

const step = (from: Severity, to: Severity): string => (from === to ? to : `${from} -> ${to}`);
