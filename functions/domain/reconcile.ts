import type { Bucket, DetectedFinding, KnownFinding } from "./finding.ts";
import type { FeedbackValidation, ScanDelta } from "./scan.ts";
import type { FindingStatus, SuppressedStatus } from "./vocabulary.ts";

/**
 * What a scan was able to see. An absence counts only if the scan was a full run, every scanner that ever reported the
 * finding ended ok in it, and the finding's asset was reached; a presence always counts.
 */
export interface Coverage {
  readonly scanId: string;
  readonly full: boolean;
  readonly succeeded: ReadonlySet<string>;
  reached(asset: string): boolean;
}

/** What a scan means for one finding. `write` is false when the row already says so. */
export interface Verdict {
  readonly bucket: Bucket;
  readonly status: FindingStatus;
  readonly misses: number;
  readonly write: boolean;
}

/** Scans in a row that must miss an open finding before it counts as gone. */
export const MISSES_TO_RESOLVE = 2;

const openStatuses: ReadonlySet<FindingStatus> = new Set(["new", "in_progress", "reopened", "open", "triaged"]);

/** Is somebody still expected to act on it? */
export const isOpen = (status: FindingStatus): boolean => openStatuses.has(status);

/**
 * Judges one finding. `known` is undefined for a new one, `detected` is false when the scan did not see it. A new one that
 * a suppression rule matches is born with the rule's status, `suppressedAs`, and is no news.
 */
export function judge(
  known: KnownFinding | undefined,
  detected: boolean,
  coverage: Coverage,
  suppressedAs?: SuppressedStatus,
): Verdict {
  if (!known && suppressedAs) return { bucket: "unchanged", status: suppressedAs, misses: 0, write: true };
  if (!known) return { bucket: "new", status: "new", misses: 0, write: true };
  // A finalize that died half-way is run again: what it already decided stands.
  if (known.reconciled.scan_id === coverage.scanId)
    return { bucket: known.reconciled.bucket, status: known.status, misses: known.misses, write: false };
  return detected ? judgePresent(known) : judgeAbsent(known, coverage);
}

function judgePresent({ status }: KnownFinding): Verdict {
  switch (status) {
    case "new":
    case "in_progress":
    case "reopened":
    case "open":
    case "triaged":
      return { bucket: "still_open", status, misses: 0, write: true };
    case "resolved":
    case "confirmed_resolved":
      return { bucket: "reopened", status: "reopened", misses: 0, write: true };
    case "accepted_risk":
    case "false_positive":
      return { bucket: "unchanged", status, misses: 0, write: true };
    default:
      return status satisfies never;
  }
}

function judgeAbsent(known: KnownFinding, coverage: Coverage): Verdict {
  const { status, misses } = known;
  const asIs: Verdict = { bucket: isOpen(status) ? "still_open" : "unchanged", status, misses, write: false };
  if (!absenceCounts(known, coverage)) return asIs;
  switch (status) {
    case "resolved":
      return { bucket: "confirmed_resolved", status: "confirmed_resolved", misses: misses + 1, write: true };
    case "new":
    case "in_progress":
    case "reopened":
    case "open":
    case "triaged":
      return misses + 1 >= MISSES_TO_RESOLVE
        ? { bucket: "auto_resolved", status: "confirmed_resolved", misses: misses + 1, write: true }
        : { bucket: "still_open", status, misses: misses + 1, write: true };
    case "confirmed_resolved":
    case "accepted_risk":
    case "false_positive":
      return asIs;
    default:
      return status satisfies never;
  }
}

/** Could the scan have seen the finding, had it been there? */
export const absenceCounts = (known: KnownFinding, coverage: Coverage): boolean =>
  coverage.full &&
  known.scanners.every((scanner) => coverage.succeeded.has(scanner)) &&
  (known.asset === undefined || coverage.reached(known.asset));

/** Counts verdicts into the delta and the answer to the customer's feedback. Every finding of the module must be given. */
export function summarise(verdicts: Iterable<Verdict>): {
  readonly delta: ScanDelta;
  readonly validation: FeedbackValidation;
} {
  const delta = { new: 0, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0 };
  const breakdown: Partial<Record<FindingStatus, number>> = {};
  for (const { bucket, status } of verdicts) {
    if (bucket !== "unchanged") delta[bucket] += 1;
    breakdown[status] = (breakdown[status] ?? 0) + 1;
  }
  const stillOpen = [...openStatuses].reduce((sum, status) => sum + (breakdown[status] ?? 0), 0);
  return {
    delta,
    validation: {
      confirmed_fixed: delta.confirmed_resolved,
      regressed: delta.reopened,
      newly_found: delta.new,
      auto_resolved: delta.auto_resolved,
      still_open: stillOpen,
      accepted_risk: breakdown.accepted_risk ?? 0,
      false_positive: breakdown.false_positive ?? 0,
      status_breakdown: breakdown,
    },
  };
}

/** One finding seen by several sightings in a scan: the scanners are united, the rest is the first one's. */
export function mergeDetected(detected: Iterable<DetectedFinding>): Map<string, DetectedFinding> {
  const merged = new Map<string, DetectedFinding>();
  for (const finding of detected) {
    const earlier = merged.get(finding.id);
    merged.set(
      finding.id,
      earlier ? { ...earlier, scanners: [...new Set([...earlier.scanners, ...finding.scanners])].sort() } : finding,
    );
  }
  return merged;
}
