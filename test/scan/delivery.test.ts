import { afterEach, describe, expect, test, vi } from "vitest";
import * as beginStage from "../../functions/scan/begin-stage.ts";
import * as cancel from "../../functions/scan/cancel.ts";
import * as claim from "../../functions/scan/claim.ts";
import * as fail from "../../functions/scan/fail.ts";
import * as failRun from "../../functions/scan/fail-run.ts";
import * as finalize from "../../functions/scan/finalize.ts";
import * as runScanner from "../../functions/scan/run-scanner.ts";
import * as sweep from "../../functions/scan/sweep.ts";
import type { ScanRef } from "../../functions/scan/tasks.ts";
import * as ledger from "../../functions/store/ledger.ts";
import * as settlements from "../../functions/store/settlements.ts";
import { newOrg } from "../support/client.ts";
import { drive, driveToFinalize, stateOf } from "../support/drive.ts";
import { startScan } from "../support/scans.ts";
import { resetScript, script } from "../support/scripted-scanners.ts";
import { useService } from "../support/service.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

vi.mock("../../functions/store/settlements.ts", { spy: true });
vi.mock("../../functions/store/ledger.ts", { spy: true });

/** Executions are started by nobody: the tests deliver the tasks themselves. */
const executions = vi.hoisted(() => ({ started: [] as string[], running: true, existed: false }));
vi.mock("../../functions/store/executions.ts", () => ({
  startExecution: async ({ id }: { id: string }) => {
    executions.started.push(id);
    return executions.existed ? "existed" : "started";
  },
  isExecuting: async () => executions.running,
}));

const service = useService();
afterEach(() => {
  resetScript();
  vi.useRealTimers();
  executions.started = [];
  executions.running = true;
  executions.existed = false;
});

async function pendingScan(): Promise<ScanRef & { readonly client: Awaited<ReturnType<typeof newOrg>>["client"] }> {
  const { org, client } = await newOrg(service(), { domains: ["acme.test"] });
  return { org_id: org.id, scan_id: await startScan(client), client };
}

describe("a job that is delivered twice", () => {
  test("changes nothing after its end, whoever delivers it", async () => {
    const scan = await pendingScan();
    await drive(scan);
    const before = await stateOf(scan);
    expect(before.scan?.status).toBe("completed");
    await drive(scan, "execution-1");
    await drive(scan, "execution-2");
    await Promise.all([finalize.handler(scan), cancel.handler(scan), fail.handler(scan)]);
    expect(await stateOf(scan)).toEqual(before);
  });

  test("is left alone by another execution while it runs", async () => {
    const scan = await pendingScan();
    expect(await claim.handler({ ...scan, execution: "execution-1" })).toEqual({ claimed: true });
    const before = await stateOf(scan);
    expect(await claim.handler({ ...scan, execution: "execution-2" })).toEqual({ claimed: false });
    expect(await stateOf(scan)).toEqual(before);
  });

  test("ends the same when every one of its tasks is delivered three times", async () => {
    const [once, thrice] = [await pendingScan(), await pendingScan()];
    await drive(once);
    await drive(thrice, "execution-1", 3);
    const [a, b] = [await stateOf(once), await stateOf(thrice)];
    expect(b.scan).toMatchObject({
      status: "completed",
      assets: a.scan?.assets,
      findings: a.scan?.findings,
      delta: a.scan?.delta,
    });
    expect(
      b.runs.map(({ batches_done, raw_count, finding_count }) => [batches_done, raw_count, finding_count]),
    ).toEqual(a.runs.map(({ batches_done, raw_count, finding_count }) => [batches_done, raw_count, finding_count]));
    expect(b.findings).toHaveLength(a.findings.length);
    expect(b.history.map(({ event }) => event)).toEqual(a.history.map(({ event }) => event));
    expect(b.activities.map(({ action }) => action)).toEqual(a.activities.map(({ action }) => action));
  });
});

describe("finalize that dies between two writes", () => {
  test.each([
    ["before", false],
    ["after", true],
  ])("counts each finding once when it is run again, %s the first write", async (_, isWritten) => {
    script.hosts = Array.from({ length: 12 }, (_, index) => `h${index}.acme.test`);
    const scan = await pendingScan();
    await driveToFinalize(scan);
    const { writeChanges } = await vi.importActual<typeof settlements>("../../functions/store/settlements.ts");
    vi.mocked(settlements.writeChanges).mockImplementationOnce(async (...input) => {
      if (isWritten) await writeChanges(...input);
      throw new Error("died");
    });
    await expect(finalize.handler(scan)).rejects.toThrow("died");
    expect((await stateOf(scan)).scan?.status).toBe("running");
    await finalize.handler(scan);
    const { scan: ended, findings: rows, history } = await stateOf(scan);
    expect(ended).toMatchObject({ status: "completed", delta: { new: 12, still_open: 0 } });
    expect(rows).toHaveLength(12);
    expect(history.map(({ event }) => event)).toEqual(Array(12).fill("detected"));
  });

  test("is taken up by the sweeper, and never turned into a failed scan", async () => {
    const scan = await pendingScan();
    await driveToFinalize(scan);
    vi.mocked(settlements.writeChanges).mockImplementationOnce(() => Promise.reject(new Error("died")));
    await expect(finalize.handler(scan)).rejects.toThrow("died");
    await expect(fail.handler(scan)).rejects.toThrow("findings are being written");
    executions.running = false;
    await sweep.handler();
    expect((await stateOf(scan)).scan).toMatchObject({ status: "completed", delta: { new: 1 } });
  });
});

describe("a stop", () => {
  test("that is asked for in the last stage cancels the scan before any finding is written", async () => {
    const { client, ...scan } = await pendingScan();
    await driveToFinalize(scan);
    await client.post(`/org/scans/${scan.scan_id}/stop`);
    await finalize.handler(scan);
    const { scan: ended, findings: rows, lock } = await stateOf(scan);
    expect(ended?.status).toBe("cancelled");
    expect(rows).toEqual([]);
    expect(lock?.last_counted_at).toBeUndefined();
  });

  test("that comes while findings are being written comes too late, and says so", async () => {
    const { client, ...scan } = await pendingScan();
    await driveToFinalize(scan);
    vi.mocked(settlements.writeChanges).mockImplementationOnce(() => Promise.reject(new Error("died")));
    await expect(finalize.handler(scan)).rejects.toThrow("died");
    expect(await client.post(`/org/scans/${scan.scan_id}/stop`)).toMatchObject({
      status: 200,
      body: { status: "running", cancel_requested: false },
    });
    await finalize.handler(scan);
    expect((await stateOf(scan)).scan?.status).toBe("completed");
  });

  test("keeps batches that have not begun from beginning", async () => {
    const { client, ...scan } = await pendingScan();
    await claim.handler({ ...scan, execution: "execution-1" });
    await beginStage.handler({ ...scan, stage: "discover" });
    await client.post(`/org/scans/${scan.scan_id}/stop`);
    await runScanner.handler({ ...scan, stage: "discover", scanner: "easm.subdomains", batch: 0 });
    expect(script.calls).toEqual([]);
  });
});

describe("a batch that could not be run", () => {
  test("is recorded once, and makes the scan partial", async () => {
    const scan = await pendingScan();
    script.hosts = ["a.acme.test", "b.acme.test", "c.acme.test"];
    await claim.handler({ ...scan, execution: "execution-1" });
    await driveToFinalize(scan);
    const failed = { ...scan, stage: "probe", scanner: "easm.http", batch: 0, error: { Error: "Lambda.Unknown" } };
    const before = await stateOf(scan);
    await failRun.handler(failed);
    expect(await stateOf(scan)).toEqual(before);
  });
});

describe("events", () => {
  test("tell of a scan's start and end, once each", async () => {
    const scan = await pendingScan();
    await drive(scan);
    const { activities } = await stateOf(scan);
    expect(activities.map(({ action, actor_kind, level }) => [action, actor_kind, level])).toEqual([
      ["org.created", "admin", "INFO"],
      ["scan.started", "admin", "INFO"],
      ["task.created", "system", "INFO"],
      ["scan.completed", "system", "INFO"],
    ]);
    expect(activities[1]?.detail).toEqual({ module: "easm", scanners: [] });
    expect(activities[3]?.detail).toMatchObject({ status: "completed", delta: { new: 1 } });
  });

  test("stopping a pending scan raises scan.stopped and scan.cancelled, and a second stop nothing", async () => {
    const { client, ...scan } = await pendingScan();
    await client.post(`/org/scans/${scan.scan_id}/stop`);
    await client.post(`/org/scans/${scan.scan_id}/stop`);
    const { activities } = await stateOf(scan);
    expect(activities.map(({ action }) => action)).toEqual([
      "org.created",
      "scan.started",
      "scan.stopped",
      "scan.cancelled",
    ]);
  });

  test("an addition of domains is one event, with what was added", async () => {
    const { org, client } = await newOrg(service(), { domains: ["acme.test"] });
    await client.post("/org/domains", { domains: ["a.test", "acme.test", "b.test"] });
    await client.post("/org/domains", { domains: ["a.test"] });
    const { activities } = await stateOf({ org_id: org.id, scan_id: "none" });
    expect(activities.map(({ action, detail }) => [action, detail])).toEqual([
      ["org.created", { domains: 1, modules_enabled: ["easm"] }],
      ["domain.added", { added: 2, values: ["a.test", "b.test"] }],
    ]);
  });
});

describe("the sweeper", () => {
  test("starts a scan that stayed pending, and leaves a fresh one to its request", async () => {
    const scan = await pendingScan();
    executions.started = [];
    await sweep.handler();
    expect(executions.started).toEqual([]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    await sweep.handler();
    expect(executions.started).toContain(scan.scan_id);
  });

  test("fails a pending scan whose execution ended before its claim", async () => {
    const { client, ...scan } = await pendingScan();
    executions.existed = true;
    executions.running = false;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    await sweep.handler();
    vi.useRealTimers();
    expect((await stateOf(scan)).scan).toMatchObject({
      status: "failed",
      error: expect.stringContaining("before it could begin"),
    });
    expect((await client.post("/org/scans", {})).status).toBe(202);
  });

  test("fails a running scan whose execution is gone, and frees its lock", async () => {
    const { client, ...scan } = await pendingScan();
    await claim.handler({ ...scan, execution: "execution-1" });
    await sweep.handler();
    expect((await stateOf(scan)).scan?.status).toBe("running");
    executions.running = false;
    await sweep.handler();
    const { scan: ended, lock, activities } = await stateOf(scan);
    expect(ended).toMatchObject({ status: "failed", error: expect.stringContaining("start a new scan") });
    expect(lock?.active_scan_id).toBeUndefined();
    expect(lock?.last_counted_at).toBeUndefined();
    expect(activities.at(-1)).toMatchObject({ action: "scan.failed", level: "ERROR" });
    expect((await client.post("/org/scans", {})).status).toBe(202);
  });

  test("gives up a scan whose findings could not be written for a day, and the next one knows what it has written", async () => {
    const { client, ...first } = await pendingScan();
    await drive(first);
    script.weaknesses.set("weaker", "low");
    const second = { org_id: first.org_id, scan_id: await startScan(client, { force: true }) };
    await driveToFinalize(second);
    const { writeChanges } = await vi.importActual<typeof settlements>("../../functions/store/settlements.ts");
    vi.mocked(settlements.writeChanges).mockImplementationOnce(async (...input) => {
      await writeChanges(...input);
      throw new Error("died");
    });
    await expect(finalize.handler(second)).rejects.toThrow("died");
    expect((await stateOf(second)).findings).toHaveLength(2);
    executions.running = false;
    vi.mocked(ledger.writeSegment).mockImplementationOnce(() => Promise.reject(new Error("down")));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    await sweep.handler();
    vi.useRealTimers();
    expect((await stateOf(second)).scan).toMatchObject({ status: "failed" });
    script.weaknesses.delete("weaker");
    for (const misses of [1, 2]) {
      const next = { org_id: first.org_id, scan_id: await startScan(client, { force: true }) };
      await drive(next);
      const { findings: rows } = await stateOf(next);
      expect(rows.find(({ title }) => title === "Lesser weakness")).toMatchObject({ misses });
    }
  });
});

test("scans are in order also when the clock was set back", async () => {
  const { client, ...first } = await pendingScan();
  await drive(first);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  const second = { org_id: first.org_id, scan_id: await startScan(client, { force: true }) };
  vi.useRealTimers();
  expect(second.scan_id > first.scan_id).toBe(true);
  await drive(second);
  expect((await stateOf(second)).scan).toMatchObject({ status: "completed", delta: { still_open: 1 } });
});
