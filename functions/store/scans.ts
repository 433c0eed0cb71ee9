import { createWriteTransaction } from "electrodb";
import type { AuditRecord } from "../domain/audit.ts";
import type { activity } from "../domain/events.ts";
import type { SeedDomain } from "../domain/seed.ts";
import type { Module, ScanStatus } from "../domain/vocabulary.ts";
import type { AuditTicket } from "./audit.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { LedgerHead } from "./entities/ledger.ts";
import { ActiveScan, ModuleLock, Scan, ScanScope } from "./entities/scan.ts";
import type { LedgerSwap } from "./ledger.ts";
import { page, type Window } from "./page.ts";
import { ConditionFailed, isConditionFailure, transact } from "./transaction.ts";

export type ScanRecord = NonNullable<Awaited<ReturnType<typeof getScan>>>;

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

/** Scans of an org, newest first, of one module or of all; `after` is an id. */
export const listScans = (orgId: string, window: Window, module?: Module): Promise<ScanRecord[]> =>
  page(
    window,
    (cursor, limit) => {
      const scans = Scan.query.primary({ org_id: orgId });
      const rest = window.after === undefined ? scans : scans.lt({ id: window.after });
      return rest.go({ order: "desc", consistent: true, cursor, limit });
    },
    module && ((scan) => scan.module === module),
  );

/** The scan of a module that is pending or running, and when the last one that counts for the cooldown ended. */
export async function moduleClock(
  orgId: string,
  module: Module,
): Promise<{ readonly active_scan_id?: string; readonly last_counted_at?: string; readonly last_scan_id?: string }> {
  const { data } = await ModuleLock.get({ org_id: orgId, module }).go({ consistent: true });
  return data ?? {};
}

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
 * The last stage boundary: the scan from then on, or null when it is not running or its stop was asked for. Once entered, a
 * stop comes too late, so that no scan ends cancelled with half of its findings judged. Whoever enters again, after a
 * crash, gets the instant of the first.
 */
export async function enterFinalize(scan: ScanRecord, now: Date): Promise<(ScanRecord & { judged_at: string }) | null> {
  const judged_at = now.toISOString();
  try {
    await Scan.patch({ org_id: scan.org_id, id: scan.id })
      .set({ current_stage: FINALIZING, stages_done: scan.stages_total, judged_at })
      .where(
        ({ status, cancel_requested, judged_at }, { eq, notExists }) =>
          `${eq(status, "running")} AND ${eq(cancel_requested, false)} AND ${notExists(judged_at)}`,
      )
      .go({ response: "none" });
    return { ...scan, current_stage: FINALIZING, stages_done: scan.stages_total, judged_at };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const current = await getScan(scan.org_id, scan.id);
    const entered = current?.status === "running" ? current.judged_at : undefined;
    return current && entered !== undefined ? { ...current, judged_at: entered } : null;
  }
}

/** How a scan ended, for `endScan`. */
export interface ScanEnd {
  readonly status: Extract<ScanStatus, "completed" | "partial" | "failed" | "cancelled">;
  readonly error?: string;
  readonly changes?: Partial<Pick<ScanRecord, "assets" | "findings" | "delta" | "feedback_validation" | "coverage">>;
  /** What is known of the module's findings from now on. */
  readonly ledger?: LedgerSwap;
  /** The count of unforeseen writes that this end knows of. Left out: whatever it is. */
  readonly unforeseenWrites?: number;
}

/** Another attempt at finalize has judged findings otherwise: the scan must be judged anew before it ends. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
  constructor() {
    super("another attempt at finalize has judged findings meanwhile");
  }
}

/**
 * Ends a scan that is still in one of `from`: final state, freed lock, clock (completed and partial count for the
 * cooldown), ledger, events and, for a call of the API, its audit row in one transaction. False when the scan was not in
 * `from` any more; then nothing was written. Throws when the ledger was replaced meanwhile, `Overtaken` when there are
 * writes that this end does not know of.
 */
export async function endScan(
  scan: ScanRecord,
  from: readonly ScanStatus[],
  end: ScanEnd,
  events: readonly ReturnType<typeof activity>[],
  now: Date,
  audit?: AuditTicket,
): Promise<boolean> {
  const counts = end.status === "completed" || end.status === "partial";
  const finished = now.toISOString();
  const succeeded = counts ? { stages_done: scan.stages_total } : {};
  try {
    const build = (row?: AuditRecord) =>
      createWriteTransaction({ Scan, ModuleLock, ActiveScan, ActivityRow, AuditRow, LedgerHead }, (write) => [
        write.Scan.patch({ org_id: scan.org_id, id: scan.id })
          .set({
            status: end.status,
            finished_at: finished,
            ...succeeded,
            ...(end.error === undefined ? {} : { error: end.error }),
            ...end.changes,
          })
          .remove(["current_stage"])
          .where(({ status, unforeseen_writes }, { eq, notExists }) => {
            const isOpen = from.map((one) => eq(status, one)).join(" OR ");
            const { unforeseenWrites: known } = end;
            if (known === undefined) return isOpen;
            return `(${isOpen}) AND ${known === 0 ? notExists(unforeseen_writes) : eq(unforeseen_writes, known)}`;
          })
          .commit(),
        write.ModuleLock.patch({ org_id: scan.org_id, module: scan.module })
          .remove(["active_scan_id"])
          .set(counts ? { last_counted_at: finished } : {})
          .where(({ active_scan_id }, { eq }) => eq(active_scan_id, scan.id))
          .commit(),
        write.ActiveScan.delete({ scan_id: scan.id }).commit(),
        ...(end.ledger
          ? [
              write.LedgerHead.put(end.ledger.head)
                .where(({ version }, { eq, notExists }) =>
                  end.ledger?.before ? eq(version, end.ledger.before) : notExists(version),
                )
                .commit(),
            ]
          : []),
        ...events.map((event) => write.ActivityRow.create(event).commit()),
        ...(row ? [write.AuditRow.create(row).commit()] : []),
      ]);
    await (audit ? audit.transact(build) : transact(build));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const current = await getScan(scan.org_id, scan.id);
    if (!current || !from.includes(current.status)) return false;
    const { unforeseenWrites: known = current.unforeseen_writes ?? 0 } = end;
    throw (current.unforeseen_writes ?? 0) === known ? error : new Overtaken();
  }
}
