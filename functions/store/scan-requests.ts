import { createWriteTransaction } from "electrodb";
import { activity } from "../domain/events.ts";
import type { OrgIdentity } from "../domain/identity.ts";
import { derivedId } from "../domain/ids.ts";
import { stagesOf } from "../domain/pipelines.ts";
import { isTerminal, nextScanAllowedAt } from "../domain/scan.ts";
import type { ScanOptions } from "../domain/scan-params.ts";
import type { SeedDomain } from "../domain/seed.ts";
import type { Module } from "../domain/vocabulary.ts";
import type { Caller } from "./audit.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { IdempotentAnswer } from "./entities/idempotent-answer.ts";
import { ActiveScan, ModuleLock, Scan, ScanScope } from "./entities/scan.ts";
import { firstAnswer, keptAnswer, type Repeatable } from "./idempotency.ts";
import { newId, newIdAfter } from "./ids.ts";
import { endScan, FINALIZING, getScan, moduleClock, type ScanEnd, type ScanRecord } from "./scans.ts";
import { ConditionFailed } from "./transaction.ts";

/** What callers of the API ask of scans: to start and to stop. What happens in between is the worker's; see scans.ts. */

export interface NewScan {
  readonly org: OrgIdentity;
  readonly module: Module;
  readonly scanners: readonly string[];
  readonly options: ScanOptions;
  readonly force: boolean;
  readonly seeds: readonly SeedDomain[];
  /** Given when the request may be repeated: then the scan's answer is kept under its key. */
  readonly repeatable?: Repeatable | undefined;
}

/** The answer to a request for a scan. */
export const scanAnswer = ({ id, status, scope_id, created_at }: ScanRecord) => ({
  id,
  status,
  scope_id,
  runs: [],
  created_at,
});

/** Why a scan was not created: the request was made before, another scan is in flight, or the module is in cooldown until `nextAllowedAt`. */
export type Refusal =
  | { readonly reason: "repeated" }
  | { readonly reason: "in_flight" }
  | { readonly reason: "cooldown"; readonly nextAllowedAt: string };

/**
 * Creates a pending scan, takes the module's lock and raises scan.started, in one transaction. The cooldown is checked by
 * the condition of the same write, so that two requests at once cannot both pass.
 */
export async function createScan(
  input: NewScan,
  by: Caller,
  earlier?: string,
): Promise<{ scan: ScanRecord } | { refusal: Refusal }> {
  const { actor, now, audit } = by;
  const { org, module } = input;
  const id = newIdAfter(earlier);
  const scan = {
    id,
    org_id: org.id,
    customer_id: org.customer_id,
    org_slug: org.slug,
    scope_id: derivedId("scope", org.id, module),
    module,
    status: "pending" as const,
    requested_scanners: [...input.scanners],
    options: input.options,
    cancel_requested: false,
    stages_total: stagesOf[module].length,
    stages_done: 0,
    assets: 0,
    findings: 0,
    created_at: now.toISOString(),
  };
  const event = activity("scan.started", {
    id: newId(),
    occurredAt: now,
    org,
    actor,
    targetId: id,
    detail: { module, scanners: scan.requested_scanners, ...(input.force ? { force: true } : {}) },
  });
  const { repeatable } = input;
  const latestCounted = new Date(now.getTime() - org.scan_interval_days * 86_400_000).toISOString();
  try {
    await audit.transact((row) =>
      createWriteTransaction(
        { ModuleLock, Scan, ScanScope, ActiveScan, ActivityRow, AuditRow, IdempotentAnswer },
        (write) => [
          write.ModuleLock.upsert({ org_id: org.id, module })
            .set({ active_scan_id: id, last_scan_id: id })
            .where(
              ({ active_scan_id, last_scan_id }, { notExists, lt }) =>
                `${notExists(active_scan_id)} AND (${notExists(last_scan_id)} OR ${lt(last_scan_id, id)})`,
            )
            .where(({ last_counted_at }, { notExists, lte }) =>
              input.force ? "" : `${notExists(last_counted_at)} OR ${lte(last_counted_at, latestCounted)}`,
            )
            .commit({ response: "all_old" }),
          write.Scan.create(scan).commit(),
          write.ScanScope.create({ scan_id: id, seeds: input.seeds }).commit(),
          write.ActiveScan.create({ scan_id: id, org_id: org.id, created_at: scan.created_at }).commit(),
          write.ActivityRow.create(event).commit(),
          write.AuditRow.create(row).commit(),
          ...(repeatable
            ? [
                write.IdempotentAnswer.upsert(keptAnswer(org.id, repeatable, scanAnswer(scan), now))
                  .where(
                    ({ expires_at }, { notExists, lte }) =>
                      `${notExists(expires_at)} OR ${lte(expires_at, now.toISOString())}`,
                  )
                  .commit(),
              ]
            : []),
        ],
      ),
    );
    return { scan };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (repeatable && (await firstAnswer(org.id, repeatable, now)) !== null) return { refusal: { reason: "repeated" } };
    const clock = await moduleClock(org.id, module);
    const nextAllowedAt = nextScanAllowedAt(clock.last_counted_at, org.scan_interval_days, now);
    if (clock.active_scan_id !== undefined) return { refusal: { reason: "in_flight" } };
    if (!input.force && nextAllowedAt !== null) return { refusal: { reason: "cooldown", nextAllowedAt } };
    // A scan was in flight and has ended meanwhile, or its id was made by a clock that was ahead of this one.
    return earlier === clock.last_scan_id
      ? { refusal: { reason: "in_flight" } }
      : createScan(input, by, clock.last_scan_id);
  }
}

/**
 * Asks a scan to stop. Pending: it is cancelled at once. Running: `cancel_requested` is set and the next stage boundary
 * ends it. Already over, already asked, or its findings being written: nothing changes and no event is raised. Null when there is no such scan.
 */
export async function requestStop(org: OrgIdentity, scanId: string, by: Caller): Promise<ScanRecord | null> {
  const { actor, now, audit } = by;
  const scan = await getScan(org.id, scanId);
  if (!scan || isTerminal(scan.status) || scan.cancel_requested || scan.current_stage === FINALIZING) return scan;
  const event = (kind: "scan.stopped" | "scan.cancelled") =>
    activity(kind, { id: newId(), occurredAt: now, org, actor, targetId: scan.id, detail: { module: scan.module } });
  if (scan.status === "pending") {
    const end: ScanEnd = { status: "cancelled" };
    const events = [event("scan.stopped"), event("scan.cancelled")];
    const cancelled = await endScan(scan, ["pending"], end, events, now, audit);
    // A worker picked it up in between: then it is running, and is stopped as such.
    return cancelled ? { ...scan, status: "cancelled" } : requestStop(org, scanId, by);
  }
  try {
    await audit.transact((row) =>
      createWriteTransaction({ Scan, ActivityRow, AuditRow }, (write) => [
        write.Scan.patch({ org_id: org.id, id: scanId })
          .set({ cancel_requested: true })
          .where(
            ({ status, cancel_requested, current_stage }, { eq, ne, notExists }) =>
              `${eq(status, "running")} AND ${eq(cancel_requested, false)} AND (${notExists(current_stage)} OR ${ne(current_stage, FINALIZING)})`,
          )
          .commit(),
        write.ActivityRow.create(event("scan.stopped")).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
    return { ...scan, cancel_requested: true };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return getScan(org.id, scanId);
  }
}
