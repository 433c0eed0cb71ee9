import { type ScanOptions, withDefaults } from "./scan-params.ts";
import type { FindingStatus, Module, ProgressPhase, RunStatus, ScannerType, ScanStatus } from "./vocabulary.ts";

/** What a full rescan changed, as counts of findings; each finding falls in exactly one of them. */
export interface ScanDelta {
  readonly new: number;
  readonly reopened: number;
  readonly confirmed_resolved: number;
  readonly still_open: number;
  readonly auto_resolved: number;
}

/** How the customer's answers held up against the rescan. */
export interface FeedbackValidation {
  readonly confirmed_fixed: number;
  readonly regressed: number;
  readonly newly_found: number;
  readonly auto_resolved: number;
  readonly still_open: number;
  readonly accepted_risk: number;
  readonly false_positive: number;
  readonly status_breakdown: Readonly<Partial<Record<FindingStatus, number>>>;
}

/** How much of what it was to look at a scan has seen: what its silence about a finding is worth. */
export interface ScanCoverage extends ScannerCounts {
  /** False for a scan of chosen scanners or targets, which never says that a finding is gone. */
  readonly full: boolean;
  readonly assets_total: number;
  readonly assets_reached: number;
  /** Findings of the module that it checked, and that it could not check. */
  readonly findings_verified: number;
  readonly findings_not_verified: number;
}

/** Scanners by how they ended. */
export interface ScannerCounts {
  readonly scanners_ok: number;
  readonly scanners_failed: number;
  /** Had nothing to do. */
  readonly scanners_skipped: number;
  /** Have not ended. */
  readonly scanners_pending: number;
}

/** Is the scan over? */
export const isTerminal = (status: ScanStatus): boolean => {
  switch (status) {
    case "pending":
    case "running":
      return false;
    case "partial":
    case "completed":
    case "failed":
    case "cancelled":
      return true;
    default:
      return status satisfies never;
  }
};

/** Phase of a scan: a pending scan counts as running, as the specification knows no fourth word. */
export const phaseOf = (status: ScanStatus): ProgressPhase => {
  if (status === "cancelled") return "cancelled";
  return isTerminal(status) ? "done" : "running";
};

/** Counters of one scanner's part in a scan. */
export interface RunCounters {
  readonly scanner_key: string;
  readonly scanner_type: ScannerType;
  readonly batches_total?: number | undefined;
  readonly batches_done: number;
  readonly batches_failed: number;
  readonly target_count: number;
  readonly unreached_count: number;
}

/** Did not one of the targets answer? Then the run says nothing about any of them. */
export const isBlind = (run: RunCounters): boolean => run.target_count > 0 && run.unreached_count >= run.target_count;

/** Status of a run, from its counters and the status of its scan. */
export function runStatus(run: RunCounters, scan: ScanStatus): RunStatus {
  const ended = run.batches_total !== undefined && run.batches_done >= run.batches_total;
  if (ended && run.batches_total === 0) return "skipped";
  if (ended) return run.batches_failed > 0 || isBlind(run) ? "failed" : "completed";
  if (scan === "cancelled") return "cancelled";
  if (isTerminal(scan)) return "failed";
  return run.batches_total === undefined ? "pending" : "running";
}

/** Status of a scan whose runs have all ended: `failed` when every scanner that had something to do failed. */
export function finalStatus(runs: readonly RunCounters[]): "completed" | "partial" | "failed" {
  const statuses = runs.map((run) => runStatus(run, "running")).filter((status) => status !== "skipped");
  const failures = statuses.filter((status) => status !== "completed").length;
  if (failures === 0) return "completed";
  return failures === statuses.length ? "failed" : "partial";
}

/** Counts runs; one that a stop has cut short counts as failed, since it says nothing. */
export function countScanners(runs: readonly RunCounters[], scan: ScanStatus): ScannerCounts {
  const counts = { scanners_ok: 0, scanners_failed: 0, scanners_skipped: 0, scanners_pending: 0 };
  for (const run of runs) {
    const status = runStatus(run, scan);
    switch (status) {
      case "completed":
        counts.scanners_ok += 1;
        break;
      case "failed":
      case "cancelled":
        counts.scanners_failed += 1;
        break;
      case "skipped":
        counts.scanners_skipped += 1;
        break;
      case "pending":
      case "running":
        counts.scanners_pending += 1;
        break;
      default:
        status satisfies never;
    }
  }
  return counts;
}

/** Is it a scan by all scanners of all that the org owns? Only such a one can say that a finding is gone. */
export const isFullScan = (requestedScanners: readonly string[], options: ScanOptions): boolean =>
  requestedScanners.length === 0 && withDefaults(options).targets === null;

/** When the next scan of a module may start without `force`; null when now. Times are ISO 8601, the interval is in days. */
export function nextScanAllowedAt(lastCountedAt: string | undefined, intervalDays: number, now: Date): string | null {
  if (lastCountedAt === undefined) return null;
  const next = new Date(Date.parse(lastCountedAt) + intervalDays * 86_400_000);
  return next > now ? next.toISOString() : null;
}

/** Body of the cooldown answer, 429. */
export const cooldownBody = (module: Module, nextScanAllowedAt: string) => ({
  error: "scan cooldown active",
  module,
  next_scan_allowed_at: nextScanAllowedAt,
});
