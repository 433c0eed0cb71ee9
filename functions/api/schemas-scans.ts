import * as z from "zod";
import { progressPhases, runStatuses, scannerTypes } from "../domain/vocabulary.ts";
import { id, moduleName, scanStatus, scopeId, timestamp } from "./schemas.ts";

/** Scans as callers see them. */

const scanId = id("The scan", "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05");

const count = z.int().min(0);
const counted = (description: string, example: number) => count.meta({ description, example });

export const scanDelta = z
  .object({
    new: counted("Seen for the first time", 3),
    reopened: counted("Were resolved, and are back", 1),
    confirmed_resolved: counted("The customer said resolved, and they are gone", 2),
    still_open: counted("Were open and count as open, also those that the scan could not check", 12),
    auto_resolved: counted("Were open, and are gone in two scans in a row", 0),
  })
  .meta({
    id: "ScanDelta",
    description:
      "What a scan changed. Each finding of the module is counted once at most: one that is suppressed, or was resolved before and is not back, is in no count. Only a full scan confirms and resolves",
  });

export const feedbackValidation = z
  .object({
    scan_id: scanId,
    confirmed_fixed: counted("The customer said resolved, and the rescan no longer sees it", 2),
    regressed: counted("Was resolved and has reappeared", 1),
    newly_found: counted("New since the previous scan", 3),
    auto_resolved: counted("Open findings that two consecutive scans no longer saw", 0),
    still_open: counted("Open findings of the module after the scan: new, reopened and still open", 16),
    accepted_risk: counted("Findings that the customer lives with", 4),
    false_positive: counted("Findings that the customer says are none", 1),
    status_breakdown: z.record(z.string(), count).meta({
      description: "Findings of the module by status after the scan",
      example: { new: 12, reopened: 4, accepted_risk: 4, false_positive: 1 },
    }),
  })
  .meta({ id: "FeedbackValidation" });

const judged = (description: string, example: number) =>
  count.nullable().meta({ description: `${description}; null until the scan has judged its findings`, example });

const scanCoverage = z.object({
  full: z.boolean().meta({
    description: "False for a scan of chosen scanners or targets, which never says that a finding is gone",
    example: true,
  }),
  scanners_ok: counted("Scanners that ended well", 6),
  scanners_failed: counted("Scanners that failed; what they report keeps its state", 0),
  scanners_skipped: counted("Scanners that had nothing to do", 0),
  scanners_pending: counted("Scanners that have not ended", 0),
  assets_total: judged("Assets that the scan was to look at", 57),
  assets_reached: judged("Those among them that answered whatever they were asked", 56),
  findings_verified: judged("Findings of the module that the scan could check", 22),
  findings_not_verified: judged("Findings of the module that it could not check: each says why", 1),
});

export const progress = z
  .object({
    scan_id: scanId,
    status: scanStatus.meta({ example: "running" }),
    cancel_requested: z
      .boolean()
      .meta({ description: "True once somebody has stopped the scan; it ends at the next stage", example: false }),
    stages_total: counted("Stages of the scan; 0 while it is pending", 5),
    stages_done: counted("Stages that are over", 2),
    current: z
      .string()
      .nullable()
      .meta({ description: "Key of the current stage, null before the first and after the last", example: "ports" }),
    assets: counted("Assets so far", 41),
    findings: counted("Findings so far", 7),
    phase: z.enum(progressPhases).meta({ description: "Running until the scan is over, then done or cancelled" }),
    coverage: scanCoverage.nullable().meta({
      example: {
        full: true,
        scanners_ok: 4,
        scanners_failed: 0,
        scanners_skipped: 0,
        scanners_pending: 4,
        assets_total: null,
        assets_reached: null,
        findings_verified: null,
        findings_not_verified: null,
      },
      description:
        "How much the scan has seen, and with it what its silence about a finding is worth; in lists null until it is over",
    }),
  })
  .meta({ id: "Progress", description: "How far a scan is" });

const startedAt = timestamp
  .nullable()
  .meta({ description: "Null until it starts", example: "2026-01-31T09:30:04.000Z" });
const finishedAt = timestamp
  .nullable()
  .meta({ description: "Null until it is over", example: "2026-01-31T09:41:12.000Z" });

export const run = z
  .object({
    scanner_key: z.string().meta({ description: "The scanner, as `module.name`", example: "easm.tls" }),
    scanner_type: z
      .enum(scannerTypes)
      .meta({ description: "How it works: own code, a wrapped tool, or a cloud's API" }),
    status: z
      .enum(runStatuses)
      .meta({ description: "`skipped` when there was nothing for the scanner to do", example: "completed" }),
    raw_count: counted("Everything the scanner reported, before merging", 9),
    asset_count: counted("Assets that it found", 2),
    finding_count: counted("Findings that it made", 4),
    target_count: counted("Targets that the scanner was given", 8),
    unreached_count: counted("Those among them that did not answer; their findings keep their state", 0),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why the run failed, or which targets did not answer", example: null }),
    started_at: startedAt,
    finished_at: finishedAt,
  })
  .meta({ id: "Run" });

/** Progress within a scan that is over, as the scan in the examples is. */
const endedProgress = {
  scan_id: "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
  status: "completed",
  cancel_requested: false,
  stages_total: 5,
  stages_done: 5,
  current: null,
  assets: 57,
  findings: 18,
  phase: "done",
  coverage: {
    full: true,
    scanners_ok: 6,
    scanners_failed: 0,
    scanners_skipped: 0,
    scanners_pending: 0,
    assets_total: 57,
    assets_reached: 56,
    findings_verified: 22,
    findings_not_verified: 1,
  },
};

export const scanSummary = z
  .object({
    id: scanId,
    scope_id: scopeId,
    status: scanStatus,
    requested_scanners: z.array(z.string()).meta({ description: "Empty means the full pipeline", example: [] }),
    params: z
      .looseObject({ module: moduleName })
      .meta({ description: "The module, and the options that the caller gave", example: { module: "easm" } }),
    stats: z
      .object({
        assets: counted("Assets that the scan saw", 57),
        findings: counted("Findings that the scan saw", 18),
        progress: progress.meta({ example: endedProgress }),
        finalize: z
          .object({ delta: scanDelta })
          .optional()
          .meta({ description: "There once a scan is completed or partial" }),
      })
      .meta({ description: "Counts, live while the scan goes on" }),
    error: z.string().nullable().meta({ description: "Why the scan failed", example: null }),
    started_at: startedAt,
    finished_at: finishedAt,
    created_at: timestamp,
  })
  .meta({ id: "ScanSummary" });

export const scan = scanSummary
  .extend({ runs: z.array(run).meta({ description: "One for each scanner" }) })
  .meta({ id: "Scan" });

export const scanAccepted = z
  .object({
    id: scanId,
    status: scanStatus.meta({ example: "pending" }),
    scope_id: scopeId,
    runs: z.array(run).meta({ description: "Empty until the worker has picked the scan up", example: [] }),
    created_at: timestamp,
  })
  .meta({ id: "ScanAccepted" });

export const scanCooldown = z
  .object({
    error: z.literal("scan cooldown active").meta({ description: "Always this text" }),
    module: moduleName,
    next_scan_allowed_at: timestamp.meta({ description: "From then on a scan starts without `force`" }),
  })
  .meta({
    id: "ScanCooldown",
    description: "Body of 429 while a module is in its cooldown",
    example: { error: "scan cooldown active", module: "easm", next_scan_allowed_at: "2026-02-14T09:41:12.000Z" },
  });
