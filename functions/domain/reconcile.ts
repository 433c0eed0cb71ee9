import type { Bucket, KnownFinding } from "./finding.ts";
import type { FeedbackValidation, ScanDelta } from "./scan.ts";
import type { FindingStatus, SuppressedStatus, UnverifiedCause } from "./vocabulary.ts";

/**
 * What a scan was able to see. An absence counts only if the scan was a full run, every scanner that ever reported the
 * finding ended ok in it, and the finding's asset was reached; a presence always counts.
 */
export interface Coverage {
  readonly scanId: string;
  /** When its findings are judged, ISO 8601; the same in every attempt. */
  readonly at: string;
  readonly full: boolean;
  readonly succeeded: ReadonlySet<string>;
  /** Scanners that did not end ok, and why. */
  readonly failures: ReadonlyMap<string, string>;
  inScope(asset: string): boolean;
  /** Was the asset looked at in every way in which these scanners look? */
  reached(asset: string, scanners: readonly string[]): boolean;
}

/** What a scan means for one finding. */
export interface Verdict {
  readonly bucket: Bucket;
  readonly status: FindingStatus;
  readonly misses: number;
}

/** Scans in a row that must miss an open finding before it counts as gone. */
export const MISSES_TO_RESOLVE = 2;

const openStatuses: ReadonlySet<FindingStatus> = new Set(["new", "in_progress", "reopened", "open", "triaged"]);

/** Is somebody still expected to act on it? */
export const isOpen = (status: FindingStatus): boolean => openStatuses.has(status);

/** Does nobody expect it to be there any more? */
export const isClosed = (status: FindingStatus): boolean => status === "resolved" || status === "confirmed_resolved";

/** What a scan has to say of a finding: it is there, it is not, or the scan could not tell. */
export type Observation = "seen" | "gone" | "unknown";

/**
 * Judges one finding; `known` is undefined for a new one. One that is there and that nobody has answered since it came, or
 * came back, takes the status of the suppression rule that matches it, `suppressedAs`, and is no news.
 */
export function judge(
  known: Pick<KnownFinding, "status" | "misses"> | undefined,
  observation: Observation,
  suppressedAs?: SuppressedStatus,
): Verdict {
  if (!known && suppressedAs) return { bucket: "unchanged", status: suppressedAs, misses: 0 };
  if (!known) return { bucket: "new", status: "new", misses: 0 };
  switch (observation) {
    case "seen":
      return judgeSeen(known.status, suppressedAs);
    case "gone":
      return judgeGone(known);
    case "unknown":
      return asItWas(known);
    default:
      return observation satisfies never;
  }
}

function judgeSeen(status: FindingStatus, suppressedAs: SuppressedStatus | undefined): Verdict {
  const suppressed = suppressedAs && ({ bucket: "unchanged", status: suppressedAs, misses: 0 } as const);
  switch (status) {
    case "new":
    case "reopened":
    case "open":
    case "triaged":
      return suppressed ?? { bucket: "still_open", status, misses: 0 };
    case "in_progress":
      return { bucket: "still_open", status, misses: 0 };
    case "resolved":
      return { bucket: "reopened", status: "reopened", misses: 0 };
    case "confirmed_resolved":
      return suppressed ?? { bucket: "reopened", status: "reopened", misses: 0 };
    case "accepted_risk":
    case "false_positive":
      return { bucket: "unchanged", status, misses: 0 };
    default:
      return status satisfies never;
  }
}

function judgeGone(known: Pick<KnownFinding, "status" | "misses">): Verdict {
  const { status, misses } = known;
  switch (status) {
    case "resolved":
      return { bucket: "confirmed_resolved", status: "confirmed_resolved", misses: misses + 1 };
    case "new":
    case "in_progress":
    case "reopened":
    case "open":
    case "triaged":
      return misses + 1 >= MISSES_TO_RESOLVE
        ? { bucket: "auto_resolved", status: "confirmed_resolved", misses: misses + 1 }
        : { bucket: "still_open", status, misses: misses + 1 };
    case "confirmed_resolved":
    case "accepted_risk":
    case "false_positive":
      return asItWas(known);
    default:
      return status satisfies never;
  }
}

const asItWas = ({ status, misses }: Pick<KnownFinding, "status" | "misses">): Verdict => ({
  bucket: isOpen(status) ? "still_open" : "unchanged",
  status,
  misses,
});

/** Why a scan that did not see the finding says nothing of it; null when it would have seen it, had it been there. */
export function whyUnknown(
  { scanners, asset }: Pick<KnownFinding, "scanners" | "asset">,
  coverage: Coverage,
): UnverifiedCause | null {
  if (scanners.some((scanner) => coverage.failures.has(scanner))) return "scanner_failed";
  if (!scanners.every((scanner) => coverage.succeeded.has(scanner))) return "scanner_not_run";
  if (!coverage.full) return "limited_scan";
  if (!coverage.inScope(asset)) return "asset_out_of_scope";
  return coverage.reached(asset, scanners) ? null : "asset_unreachable";
}

/** Counts verdicts into the delta and the answer to the customer's feedback. Every finding of the module must be given. */
export function summarise(verdicts: Iterable<Pick<Verdict, "bucket" | "status">>): {
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
