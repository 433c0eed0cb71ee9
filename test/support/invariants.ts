import { expect } from "vitest";
import { historyPosition } from "../../functions/domain/finding-event.ts";
import { isTask, taskId, taskPriority, uncheckedTaskStatus } from "../../functions/domain/task.ts";
import type { TaskChange } from "../../functions/domain/task-change.ts";
import type { FindingStatus, Module } from "../../functions/domain/vocabulary.ts";
import { batchGet } from "../../functions/store/batch-get.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import { Finding } from "../../functions/store/entities/finding.ts";
import { FindingEventRow } from "../../functions/store/entities/finding-event.ts";
import { ModuleLock, Scan } from "../../functions/store/entities/scan.ts";
import { listTasks } from "../../functions/store/finding-lists.ts";
import type { FindingRecord } from "../../functions/store/findings.ts";
import { readKnown } from "../../functions/store/ledger.ts";

/** What must hold of a module's findings whenever no request is under way. */

type HistoryRow = Awaited<ReturnType<typeof readHistory>>[number];
type ScanRow = Awaited<ReturnType<typeof readScans>>[number];

/**
 * Histories that were read before, by finding: rows are only ever added, and each with a new version of the finding. With
 * an empty one all rows are read that there are.
 */
export type HistoryCache = Map<string, { readonly version: number; readonly rows: readonly HistoryRow[] }>;

/** Everything that the table says of a module, read strongly consistent. */
export interface ModuleState {
  readonly findings: readonly FindingRecord[];
  /** Rows of each finding's history, oldest first. */
  readonly histories: ReadonlyMap<string, readonly HistoryRow[]>;
  /** Scans of the module, oldest first. */
  readonly scans: readonly ScanRow[];
  readonly activeScanId: string | undefined;
}

/** What is read: a cache saves reading histories again, and what follows from the rest may be left for another time. */
export interface Reading {
  readonly cache?: HistoryCache;
  /** Default true: tasks and ledger are judged as well. */
  readonly derived?: boolean;
}

/** Asserts all invariants of a module, and gives what they were judged by. */
export async function assertInvariants(
  orgId: string,
  module: Module,
  { cache = new Map(), derived = true }: Reading = {},
): Promise<ModuleState> {
  const state = await readModule(orgId, module, cache);
  assertLock(state);
  assertLastScan(state);
  if (derived)
    await Promise.all([
      assertTasks(orgId, module, state),
      assertTaskEvents(orgId, state),
      assertLedger(orgId, module, state),
    ]);
  const byId = new Map(state.findings.map((finding) => [finding.id, finding]));
  for (const finding of state.findings) {
    assertHistory(finding, state.histories.get(finding.id) ?? []);
    assertRow(finding, byId);
  }
  return state;
}

const everything = { consistent: true, pages: "all" } as const;

async function readModule(orgId: string, module: Module, cache: HistoryCache): Promise<ModuleState> {
  const [rows, scans, lock] = await Promise.all([
    Finding.query.primary({ org_id: orgId }).go(everything),
    readScans(orgId),
    ModuleLock.get({ org_id: orgId, module }).go({ consistent: true }),
  ]);
  const findings = rows.data.filter((finding) => finding.module === module);
  const changed = findings.filter(({ id, version }) => cache.get(id)?.version !== version);
  const added = Map.groupBy(
    cache.size === 0
      ? (await Promise.all(changed.map(({ id }) => readHistory(orgId, id)))).flat()
      : await readAdded(orgId, changed, cache),
    ({ finding_id }) => finding_id,
  );
  for (const { id, version } of changed)
    cache.set(id, { version, rows: [...(cache.get(id)?.rows ?? []), ...(added.get(id) ?? [])] });
  return {
    findings,
    histories: new Map(findings.map(({ id }) => [id, cache.get(id)?.rows ?? []])),
    scans: scans.filter((scan) => scan.module === module),
    activeScanId: lock.data?.active_scan_id,
  };
}

async function readScans(orgId: string) {
  const { data } = await Scan.query.primary({ org_id: orgId }).go(everything);
  return data;
}

async function readHistory(orgId: string, findingId: string) {
  const { data } = await FindingEventRow.query.primary({ org_id: orgId, finding_id: findingId }).go(everything);
  return data;
}

/** The rows of histories for the versions since those in the cache: a few requests, however many findings there are. */
async function readAdded(orgId: string, findings: readonly FindingRecord[], cache: HistoryCache) {
  const keys = findings.flatMap(({ id, version }) => {
    const before = cache.get(id)?.version ?? 0;
    return Array.from({ length: version - before }, (_, index) => ({
      org_id: orgId,
      finding_id: id,
      position: historyPosition(before + 1 + index),
    }));
  });
  const rows = await batchGet(keys, (some) => FindingEventRow.get([...some]).go({ consistent: true }));
  return rows.sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** What the next scan takes for known is what the rows say. */
async function assertLedger(orgId: string, module: Module, { findings }: ModuleState): Promise<void> {
  const { known } = await readKnown(orgId, module);
  const told = [...known.values()].map((one) => ({
    ...{ id: one.id, version: one.version, status: one.status, misses: one.misses, digest: one.digest },
    ...{ scanners: one.scanners.toSorted(), asset: one.asset, follows: one.follows },
    ...{ unverified: one.unverified, duplicateOf: one.duplicateOf },
  }));
  const rows = findings.map((row) => ({
    ...{ id: row.id, version: row.version, status: row.status, misses: row.misses, digest: row.digest },
    ...{ scanners: row.scanners.toSorted(), asset: row.asset, follows: row.follows },
    ...{ unverified: row.not_verified ?? null, duplicateOf: row.duplicate_of ?? null },
  }));
  const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
  expect(told.sort(byId), "the ledger says what the rows say").toEqual(rows.sort(byId));
}

/** The lock is held by the one scan that is in flight, and by none when there is none. */
function assertLock({ scans, activeScanId }: ModuleState): void {
  const inFlight = scans.filter(({ status }) => status === "pending" || status === "running");
  expect(inFlight.map(({ id }) => id)).toEqual(activeScanId === undefined ? [] : [activeScanId]);
}

const openStatuses: readonly FindingStatus[] = ["new", "in_progress", "reopened", "open", "triaged"];
/** Buckets of which each finding has a row that says so. */
const eventBuckets = ["new", "reopened", "confirmed_resolved", "auto_resolved"] as const;

/** The counts of the last scan that judged agree with each other and with the rows. */
function assertLastScan({ scans, findings }: ModuleState): void {
  for (const { status, delta, feedback_validation } of scans) {
    const judged = status === "completed" || status === "partial";
    expect([delta !== undefined, feedback_validation !== undefined]).toEqual([judged, judged]);
  }
  const scan = scans.findLast(({ delta }) => delta !== undefined);
  if (!scan?.delta || !scan.feedback_validation) {
    expect(findings).toEqual([]);
    return;
  }
  const { delta, feedback_validation: validation } = scan;
  expect(validation).toMatchObject({
    confirmed_fixed: delta.confirmed_resolved,
    regressed: delta.reopened,
    newly_found: delta.new,
    auto_resolved: delta.auto_resolved,
    accepted_risk: validation.status_breakdown.accepted_risk ?? 0,
    false_positive: validation.status_breakdown.false_positive ?? 0,
  });
  const statuses = Object.entries(validation.status_breakdown);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(statuses.map(([, count]) => count)), "status_breakdown sums to the findings").toBe(findings.length);
  const open = sum(openStatuses.map((status) => validation.status_breakdown[status] ?? 0));
  expect(validation.still_open).toBe(open);
  // What is open is new, came back or stayed; so each finding is in one bucket, and the rest is in none that is counted.
  expect(delta.new + delta.reopened + delta.still_open).toBe(open);
  expect(sum(Object.values(delta))).toBeLessThanOrEqual(findings.length);
  // While a scan is in flight, what a finalize that died has written of it is not the last scan's any more.
  if (scan.id !== scans.at(-1)?.id && scans.at(-1)?.status === "running") return;
  const marked = (bucket: string) =>
    findings.filter(({ reconciled }) => reconciled.scan_id === scan.id && reconciled.bucket === bucket).length;
  for (const bucket of eventBuckets) expect(marked(bucket), `rows marked ${bucket}`).toBe(delta[bucket]);
}

/** Tasks are the findings that are work for somebody, each once. */
async function assertTasks(orgId: string, module: Module, { findings }: ModuleState): Promise<void> {
  if (findings.length === 0) return;
  const tasks = await listTasks(orgId, { module }, { limit: findings.length, offset: 0 });
  const expected = findings.filter(isTask).map(({ id }) => id);
  expect(tasks.map(({ finding_id }) => finding_id).sort()).toEqual(expected.sort());
}

/**
 * Who follows the events of tasks knows how each stands: every task is told of once when it appears, and whenever it is
 * another, each time by what it was before. All findings must be a scan's.
 */
async function assertTaskEvents(orgId: string, { findings }: ModuleState): Promise<void> {
  const { data } = await ActivityRow.query.primary({ org_id: orgId }).go(everything);
  const told = new Map<string, string>();
  for (const { action, detail, target_id, id } of data) {
    if (action !== "task.created" && action !== "task.updated") continue;
    for (const { id: task, status, priority, old_status, old_priority } of changesOf(target_id, detail)) {
      const was = told.get(task);
      if (action === "task.created")
        expect([was, old_status], `${id}: the task is new`).toEqual([undefined, undefined]);
      else expect(was, `${id}: what the task was`).toBe(`${old_status} ${old_priority ?? priority}`);
      if (status === null) told.delete(task);
      else told.set(task, `${status} ${priority}`);
    }
  }
  const tasks = findings.filter(isTask);
  expect(Object.fromEntries(told), "tasks as the events tell of them").toEqual(
    Object.fromEntries(
      tasks.map(({ id, status, severity }) => [taskId(id), `${uncheckedTaskStatus(status)} ${taskPriority(severity)}`]),
    ),
  );
}

/** What an event tells of: one task, or those of a scan's transaction. */
const changesOf = (target: string, { tasks, ...detail }: Readonly<Record<string, unknown>>): readonly TaskChange[] =>
  (tasks as TaskChange[] | undefined) ?? [{ ...detail, id: target, status: detail.new_status } as TaskChange];

/** The history is a chain from the detection to the status that the finding has. */
function assertHistory(finding: FindingRecord, history: readonly HistoryRow[]): void {
  const [first, ...rest] = history;
  if (!first) throw new Error(`finding ${finding.id} has no history`);
  expect([first.event, first.old_status], "the history begins with the detection").toEqual(["detected", undefined]);
  let before = first;
  for (const event of rest) {
    expect(event.old_status, `old status of ${event.event}`).toBe(before.new_status);
    expect(event.position > before.position, "positions rise").toBe(true);
    expect(event.created_at >= before.created_at, "times do not fall").toBe(true);
    before = event;
  }
  expect(before.new_status, "the status is that of the last event").toBe(finding.status);
  expect(before.created_at, "the status changed at the last event").toBe(finding.status_changed_at);
  expect(Number(before.position)).toBeLessThanOrEqual(finding.version);
}

function assertRow(finding: FindingRecord, byId: ReadonlyMap<string, FindingRecord>): void {
  expect(finding.last_seen >= finding.first_seen, "last seen is not before first seen").toBe(true);
  if (finding.suppressed_by !== undefined) expect(["accepted_risk", "false_positive"]).toContain(finding.status);
  if (finding.duplicate_of === undefined) return;
  const primary = byId.get(finding.duplicate_of);
  expect(primary, "a duplicate is one of a finding of the module").toBeDefined();
  expect(primary?.duplicate_of, "the finding that it repeats is no duplicate itself").toBeUndefined();
}
