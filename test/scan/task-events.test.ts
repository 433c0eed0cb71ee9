import { describe, expect, test } from "vitest";
import { taskId } from "../../functions/domain/task.ts";
import type { TaskChange } from "../../functions/domain/task-change.ts";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { type ActivityRecord, listActivity } from "../../functions/store/activity.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { listTasks } from "../../functions/store/finding-lists.ts";
import { getScan } from "../../functions/store/scans.ts";
import { testCaller } from "../support/caller.ts";
import { assertInvariants } from "../support/invariants.ts";
import { type Detection, idOf, nominalOrg, readyScan, type ScanSetup } from "../support/scan-fixture.ts";
import { useService } from "../support/service.ts";

useService();

const hosts = ["www.acme.test"];
const weakness = (name: string, more: Partial<Detection> = {}): Detection => ({
  rule: `easm.http.${name}`,
  host: "www.acme.test",
  ...more,
});

/** Runs a scan and gives the events of tasks that it has raised, the first one first. */
async function scanned(
  org: ReturnType<typeof nominalOrg>,
  detected: readonly Detection[],
  setup: Partial<ScanSetup> = {},
) {
  const newest = async (limit: number) => listActivity(org.id, {}, { limit, offset: 0 });
  const [last] = await newest(1);
  const ref = await readyScan(org, { hosts, detected, ...setup });
  await finalize(ref);
  await assertInvariants(org.id, "easm");
  const events = (await newest(500)).toReversed().filter(({ id }) => last === undefined || id > last.id);
  const ofTasks = events.filter(({ target_type }) => target_type === "task");
  const { judged_at } = (await getScan(org.id, ref.scan_id)) ?? {};
  const ofScan = {
    ...{ level: "INFO", outcome: "ok", actor: "system", actor_kind: "system", admin_key: "", ip: "" },
    ...{ org: org.slug, customer_id: org.customer_id, target_type: "task", occurred_at: judged_at },
  };
  for (const event of ofTasks) expect(event).toMatchObject(ofScan);
  return { scanId: ref.scan_id, events: ofTasks };
}

const tasksIn = (events: readonly ActivityRecord[]): readonly TaskChange[] =>
  events.flatMap(({ detail }) => detail.tasks as unknown as TaskChange[]);

describe("task.created", () => {
  test("is raised once for all tasks of a transaction, and not for each", async () => {
    const org = nominalOrg();
    const many = Array.from({ length: 100 }, (_, index) => weakness(`w${index}`));
    const { scanId, events } = await scanned(org, [...many, weakness("listed", { severity: "info" })]);
    expect(events.length).toBeLessThanOrEqual(3);
    for (const event of events)
      expect(event).toMatchObject({
        action: "task.created",
        target_id: scanId,
        detail: { scan_id: scanId, module: "easm", count: (event.detail.tasks as unknown[]).length },
      });
    const tasks = await listTasks(org.id, {}, { limit: 500, offset: 0 });
    expect(tasks).toHaveLength(100);
    const told = tasksIn(events).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const { id, finding_id, title, status, priority } = told[0] ?? {};
    expect(told[0]).toEqual({ id, finding_id, title, status, priority });
    expect(told).toEqual(
      tasks
        .map(({ id, finding_id, title, status, priority }) => ({ id, finding_id, title, status, priority }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  });

  test("of one task has the task for its target", async () => {
    const org = nominalOrg();
    const one = weakness("one", { title: "Only one", severity: "critical" });
    const { scanId, events } = await scanned(org, [one]);
    const id = taskId(idOf(org.id, one));
    expect(events).toMatchObject([{ action: "task.created", target_id: id, target: "Only one" }]);
    expect(events[0]?.detail).toEqual({
      scan_id: scanId,
      module: "easm",
      count: 1,
      by_status: { open: 1 },
      by_priority: { urgent: 1 },
      tasks: [{ id, finding_id: idOf(org.id, one), title: "Only one", status: "open", priority: "urgent" }],
    });
  });

  test("is not raised for what is no work, nor for what is there already", async () => {
    const org = nominalOrg();
    expect((await scanned(org, [weakness("listed", { severity: "info" })])).events).toEqual([]);
    await scanned(org, [weakness("one")]);
    expect((await scanned(org, [weakness("one", { evidence: { excerpt: "other" } })])).events).toEqual([]);
  });
});

describe("task.updated", () => {
  test("tells of tasks that are done, open again, and of another priority, in one event", async () => {
    const org = nominalOrg();
    const answer = (one: Detection) => giveFeedback(org, idOf(org.id, one), { status: "resolved" }, testCaller());
    const [gone, back, worse, fixed] = ["gone", "back", "worse", "fixed"].map((name) => weakness(name)) as [
      Detection,
      Detection,
      Detection,
      Detection,
    ];
    await scanned(org, [gone, back, worse, fixed]);
    await answer(back);
    await answer(fixed);
    expect((await scanned(org, [worse])).events).toEqual([]);
    const { scanId, events } = await scanned(org, [back, { ...worse, severity: "critical" }]);
    expect(events).toMatchObject([{ action: "task.updated", target_id: scanId, detail: { module: "easm", count: 3 } }]);
    expect(events[0]).not.toHaveProperty("target");
    expect(events[0]?.detail).toMatchObject({ by_status: { done: 1, open: 2 }, by_priority: { medium: 2, urgent: 1 } });
    const told = new Map(tasksIn(events).map((task) => [task.finding_id, task]));
    expect(told.get(idOf(org.id, gone))).toMatchObject({ status: "done", old_status: "open" });
    expect(told.get(idOf(org.id, back))).toMatchObject({ status: "open", old_status: "done" });
    expect(told.get(idOf(org.id, worse))).toMatchObject({
      ...{ status: "open", old_status: "open", priority: "urgent", old_priority: "medium" },
    });
  });

  test("tells of a finding that is a task no longer, and one that is again is created", async () => {
    const org = nominalOrg();
    const one = weakness("one");
    await scanned(org, [one]);
    const { events } = await scanned(org, [{ ...one, severity: "info" }]);
    expect(events).toMatchObject([{ action: "task.updated", detail: { count: 1, by_status: { none: 1 } } }]);
    expect(tasksIn(events)).toMatchObject([{ status: null, priority: "low", old_status: "open" }]);
    expect((await scanned(org, [one])).events).toMatchObject([{ action: "task.created" }]);
  });

  test("is not raised when a scan could not check a task that is said to be done", async () => {
    const org = nominalOrg();
    const one = weakness("one");
    await scanned(org, [one]);
    await giveFeedback(org, idOf(org.id, one), { status: "resolved" }, testCaller());
    const { events } = await scanned(org, [], { unreached: hosts });
    expect(events).toEqual([]);
    expect(await listTasks(org.id, {}, { limit: 10, offset: 0 })).toMatchObject([{ status: "blocked" }]);
  });
});
