import { countScanners, isFullScan, phaseOf, runStatus, type ScanCoverage } from "../domain/scan.ts";
import type { ActivityRecord } from "../store/activity.ts";
import type { CurrentFinding } from "../store/finding-lists.ts";
import type { RunRecord } from "../store/runs.ts";
import type { ScanRecord } from "../store/scans.ts";

/** Progress of a scan, in the form of GET /org/scans/{scan_id}/progress. */
export const progressView = (scan: ScanRecord, runs?: readonly RunRecord[]) => ({
  scan_id: scan.id,
  status: scan.status,
  cancel_requested: scan.cancel_requested,
  stages_total: scan.stages_total,
  stages_done: scan.stages_done,
  current: scan.current_stage ?? null,
  assets: scan.assets,
  findings: scan.findings,
  phase: phaseOf(scan.status),
  coverage: scan.coverage ? coverageView(scan.coverage) : runs ? coverageSoFar(scan, runs) : null,
});

const coverageView = (coverage: ScanCoverage) => ({
  full: coverage.full,
  scanners_ok: coverage.scanners_ok,
  scanners_failed: coverage.scanners_failed,
  scanners_skipped: coverage.scanners_skipped,
  scanners_pending: coverage.scanners_pending,
  assets_total: coverage.assets_total,
  assets_reached: coverage.assets_reached,
  findings_verified: coverage.findings_verified,
  findings_not_verified: coverage.findings_not_verified,
});

/** Which assets and findings the scan has reached is known once its findings have been judged. */
const coverageSoFar = (scan: ScanRecord, runs: readonly RunRecord[]) => ({
  full: isFullScan(scan.requested_scanners, scan.options),
  ...countScanners(runs, scan.status),
  assets_total: null,
  assets_reached: null,
  findings_verified: null,
  findings_not_verified: null,
});

/** A scan without its runs, in the form of GET /org/scans; `runs` make its coverage live. */
export const scanView = (scan: ScanRecord, runs?: readonly RunRecord[]) => ({
  id: scan.id,
  scope_id: scan.scope_id,
  status: scan.status,
  requested_scanners: scan.requested_scanners,
  params: { module: scan.module, ...scan.options },
  stats: {
    assets: scan.assets,
    findings: scan.findings,
    progress: progressView(scan, runs),
    ...(scan.delta ? { finalize: { delta: scan.delta } } : {}),
  },
  error: scan.error ?? null,
  started_at: scan.started_at ?? null,
  finished_at: scan.finished_at ?? null,
  created_at: scan.created_at,
});

/** One scanner's run in a scan. Its row notes the end of each batch, of which only the last is the end of the run. */
export function runView(run: RunRecord, scan: ScanRecord) {
  const status = runStatus(run, scan.status);
  const isOver = status !== "pending" && status !== "running";
  return {
    scanner_key: run.scanner_key,
    scanner_type: run.scanner_type,
    status,
    raw_count: run.raw_count,
    asset_count: run.asset_count,
    finding_count: run.finding_count,
    target_count: run.target_count,
    unreached_count: run.unreached_count,
    error: run.error ?? null,
    started_at: run.started_at ?? null,
    finished_at: isOver ? (run.finished_at ?? null) : null,
  };
}

/** A finding as callers see it: what only the service needs to know is left out. */
export const findingView = (finding: CurrentFinding) => ({
  id: finding.id,
  dedup_key: finding.dedup_key,
  module: finding.module,
  template_id: finding.template_id,
  title: finding.title,
  description: finding.description ?? null,
  severity: finding.severity,
  source_severity: finding.source_severity ?? null,
  severity_reason: finding.severity_reason,
  status: finding.status,
  finding_class: finding.finding_class,
  category: finding.category ?? null,
  risk: finding.risk ?? null,
  remediation: finding.remediation ?? null,
  remediation_steps: finding.remediation_steps,
  cve_id: finding.cve_id ?? null,
  cwe_id: finding.cwe_id ?? null,
  cvss_score: finding.cvss_score,
  references: finding.references,
  evidence: finding.evidence,
  asset_id: finding.asset_id ?? null,
  asset: finding.asset ?? null,
  scope_id: finding.scope_id ?? null,
  duplicate_of: finding.duplicate_of ?? null,
  suppression_id: finding.suppressed_by ?? finding.suppression_id ?? null,
  not_verified_reason: finding.not_verified?.reason ?? null,
  first_seen: finding.first_seen,
  last_seen: finding.last_seen,
});

/** An event of the activity trail, without the org's internal id. */
export const activityView = ({ org_id, ...event }: ActivityRecord) => ({ ...event, target: event.target ?? null });
