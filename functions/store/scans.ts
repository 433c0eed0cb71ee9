import { createWriteTransaction } from "electrodb";
import { activity } from "../domain/events.ts";
import type { Actor, OrgIdentity } from "../domain/identity.ts";
import { derivedId } from "../domain/ids.ts";
import { stagesOf } from "../domain/pipelines.ts";
import { isTerminal, nextScanAllowedAt } from "../domain/scan.ts";
import type { ScanOptions } from "../domain/scan-params.ts";
import type { SeedDomain } from "../domain/seed.ts";
import type { Module, ScanStatus } from "../domain/vocabulary.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { ActivityRow } from "./entities/activity.ts";
import { ActiveScan, ModuleLock, Scan, ScanScope } from "./entities/scan.ts";
import { newId } from "./ids.ts";
import { page, type Window } from "./page.ts";
import { ConditionFailed, isConditionFailure, transact } from "./transaction.ts";

export type ScanRecord = NonNullable<Awaited<ReturnType<typeof getScan>>>;

export interface NewScan {
  readonly org: OrgIdentity;
  readonly module: Module;
  readonly scanners: readonly string[];
  readonly options: ScanOptions;
  readonly force: boolean;
  readonly seeds: readonly SeedDomain[];
}

/** Why a scan was not created: another one is in flight, or the module is in cooldown until `nextAllowedAt`. */
export type Refusal =
  | { readonly reason: "in_flight" }
  | { readonly reason: "cooldown"; readonly nextAllowedAt: string };

/**
 * Creates a pending scan, takes the module's lock and raises scan.started, in one transaction. The cooldown is checked by
 * the condition of the same write, so that two requests at once cannot both pass.
 */
export async function createScan(
  input: NewScan,
  actor: Actor,
  now: Date,
): Promise<{ scan: ScanRecord } | { refusal: Refusal }> {
  const { org, module } = input;
  const id = newId();
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
  const latestCounted = new Date(now.getTime() - org.scan_interval_days * 86_400_000).toISOString();
  try {
    await transact(() =>
      createWriteTransaction({ ModuleLock, Scan, ScanScope, ActiveScan, ActivityRow }, (write) => [
        write.ModuleLock.upsert({ org_id: org.id, module })
          .set({ active_scan_id: id })
          .where(({ active_scan_id, last_counted_at }, { notExists, lte }) =>
            input.force
              ? notExists(active_scan_id)
              : `${notExists(active_scan_id)} AND (${notExists(last_counted_at)} OR ${lte(last_counted_at, latestCounted)})`,
          )
          .commit({ response: "all_old" }),
        write.Scan.create(scan).commit(),
        write.ScanScope.create({ scan_id: id, seeds: input.seeds }).commit(),
        write.ActiveScan.create({ scan_id: id, org_id: org.id, created_at: scan.created_at }).commit(),
        write.ActivityRow.create(event).commit(),
      ]),
    );
    return { scan };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const { data: lock } = await ModuleLock.get({ org_id: org.id, module }).go({ consistent: true });
    const nextAllowedAt = nextScanAllowedAt(lock?.last_counted_at, org.scan_interval_days, now);
    return lock?.active_scan_id === undefined && nextAllowedAt !== null
      ? { refusal: { reason: "cooldown", nextAllowedAt } }
      : { refusal: { reason: "in_flight" } };
  }
}

/** A scan of an org as it is now, or null. */
export async function getScan(orgId: string, scanId: string) {
  const { data } = await Scan.get({ org_id: orgId, id: scanId }).go({ consistent: true });
  return data;
}

/** The seeds that a scan was created with, and the hosts that it takes over from earlier scans. */
export async function getScope(
  scanId: string,
): Promise<{ readonly seeds: readonly SeedDomain[]; readonly known_hosts: readonly string[] }> {
  const { data } = await ScanScope.get({ scan_id: scanId }).go({ consistent: true });
  return { seeds: data?.seeds ?? [], known_hosts: data?.known_hosts ?? [] };
}

/** Notes the hosts that a scan takes over from earlier ones. The first call decides: later stages rely on it. */
export async function rememberHosts(scanId: string, hosts: readonly string[]): Promise<void> {
  await ScanScope.patch({ scan_id: scanId })
    .set({ known_hosts: hosts })
    .where(({ known_hosts }, { notExists }) => notExists(known_hosts))
    .go({ response: "none" })
    .catch(ignoreConditionFailure);
}

/** Scans of an org, newest first, of one module or of all. */
export const listScans = (orgId: string, window: Window, module?: Module): Promise<ScanRecord[]> =>
  page(
    window,
    (cursor, limit) => Scan.query.primary({ org_id: orgId }).go({ order: "desc", consistent: true, cursor, limit }),
    module && ((scan) => scan.module === module),
  );

/** Scans that are pending or running, of all orgs, oldest first. */
export async function listActive(): Promise<
  readonly { readonly scan_id: string; readonly org_id: string; readonly created_at: string }[]
> {
  const { data } = await ActiveScan.query.primary({}).go({ consistent: true, pages: "all" });
  return data;
}

/**
 * pending -> running, for one execution. False when there is nothing to run: the scan is over, gone, or another execution
 * has it. The same execution may claim again, because its first answer may have been lost.
 */
export async function claim(orgId: string, scanId: string, execution: string, now: Date): Promise<boolean> {
  try {
    await Scan.patch({ org_id: orgId, id: scanId })
      .set({ status: "running", execution, started_at: now.toISOString() })
      .where(({ status }, { eq }) => eq(status, "pending"))
      .go({ response: "none" });
    return true;
  } catch {
    const scan = await getScan(orgId, scanId);
    if (scan?.status === "pending") throw new Error("the claim could not be written");
    return scan?.status === "running" && scan.execution === execution;
  }
}

/** Records that a stage begins; the stages before it are done. Throws unless the scan is running. */
export async function enterStage(orgId: string, scanId: string, stage: string, stagesDone: number): Promise<void> {
  await Scan.patch({ org_id: orgId, id: scanId })
    .set({ current_stage: stage, stages_done: stagesDone })
    .where(({ status }, { eq }) => eq(status, "running"))
    .go({ response: "none" });
}

/** `current_stage` while findings are written: from here on a scan can only be completed. */
export const FINALIZING = "finalize";

/**
 * The last stage boundary. False when the scan is not running or its stop was asked for; once true, a stop comes too
 * late, so that no scan ends cancelled with half of its findings judged.
 */
export async function enterFinalize(scan: ScanRecord): Promise<boolean> {
  try {
    await Scan.patch({ org_id: scan.org_id, id: scan.id })
      .set({ current_stage: FINALIZING, stages_done: scan.stages_total })
      .where(({ status, cancel_requested }, { eq }) => `${eq(status, "running")} AND ${eq(cancel_requested, false)}`)
      .go({ response: "none" });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

/** How a scan ended, for `endScan`. */
export interface ScanEnd {
  readonly status: Extract<ScanStatus, "completed" | "partial" | "failed" | "cancelled">;
  readonly error?: string;
  readonly changes?: Partial<Pick<ScanRecord, "assets" | "findings" | "delta" | "feedback_validation">>;
}

/**
 * Ends a scan that is still in one of `from`: final state, freed lock, clock (completed and partial count for the
 * cooldown) and events in one transaction. False when the scan was not in `from` any more; then nothing was written.
 */
export async function endScan(
  scan: ScanRecord,
  from: readonly ScanStatus[],
  end: ScanEnd,
  events: readonly ReturnType<typeof activity>[],
  now: Date,
): Promise<boolean> {
  const counts = end.status === "completed" || end.status === "partial";
  const finished = now.toISOString();
  const succeeded = counts ? { stages_done: scan.stages_total } : {};
  try {
    await transact(() =>
      createWriteTransaction({ Scan, ModuleLock, ActiveScan, ActivityRow }, (write) => [
        write.Scan.patch({ org_id: scan.org_id, id: scan.id })
          .set({
            status: end.status,
            finished_at: finished,
            ...succeeded,
            ...(end.error === undefined ? {} : { error: end.error }),
            ...end.changes,
          })
          .remove(["current_stage"])
          .where(({ status }, { eq }) => from.map((one) => eq(status, one)).join(" OR "))
          .commit(),
        write.ModuleLock.patch({ org_id: scan.org_id, module: scan.module })
          .remove(["active_scan_id"])
          .set(counts ? { last_counted_at: finished } : {})
          .where(({ active_scan_id }, { eq }) => eq(active_scan_id, scan.id))
          .commit(),
        write.ActiveScan.delete({ scan_id: scan.id }).commit(),
        ...events.map((event) => write.ActivityRow.create(event).commit()),
      ]),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const current = await getScan(scan.org_id, scan.id);
    if (current && from.includes(current.status)) throw error;
    return false;
  }
}

/**
 * Asks a scan to stop. Pending: it is cancelled at once. Running: `cancel_requested` is set and the next stage boundary
 * ends it. Already over, already asked, or its findings being written: nothing changes and no event is raised. Null when there is no such scan.
 */
export async function requestStop(
  org: OrgIdentity,
  scanId: string,
  actor: Actor,
  now: Date,
): Promise<ScanRecord | null> {
  const scan = await getScan(org.id, scanId);
  if (!scan || isTerminal(scan.status) || scan.cancel_requested || scan.current_stage === FINALIZING) return scan;
  const event = (kind: "scan.stopped" | "scan.cancelled") =>
    activity(kind, { id: newId(), occurredAt: now, org, actor, targetId: scan.id, detail: { module: scan.module } });
  if (scan.status === "pending") {
    const end: ScanEnd = { status: "cancelled" };
    const cancelled = await endScan(scan, ["pending"], end, [event("scan.stopped"), event("scan.cancelled")], now);
    // A worker picked it up in between: then it is running, and is stopped as such.
    return cancelled ? { ...scan, status: "cancelled" } : requestStop(org, scanId, actor, now);
  }
  try {
    await transact(() =>
      createWriteTransaction({ Scan, ActivityRow }, (write) => [
        write.Scan.patch({ org_id: org.id, id: scanId })
          .set({ cancel_requested: true })
          .where(
            ({ status, cancel_requested, current_stage }, { eq, ne, notExists }) =>
              `${eq(status, "running")} AND ${eq(cancel_requested, false)} AND (${notExists(current_stage)} OR ${ne(current_stage, FINALIZING)})`,
          )
          .commit(),
        write.ActivityRow.create(event("scan.stopped")).commit(),
      ]),
    );
    return { ...scan, cancel_requested: true };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return getScan(org.id, scanId);
  }
}
