import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { deployedService } from "../../support/deployed.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { finished, scanNow, startScan, until } from "../../support/scans.ts";
import { closeGate, resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const executions = vi.hoisted(() => ({ held: false }));
vi.mock("../../../functions/store/executions.ts", async (original) => {
  const real = await original<typeof import("../../../functions/store/executions.ts")>();
  return { ...real, startExecution: async (scan: never) => executions.held || real.startExecution(scan) };
});

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
});
afterEach(() => {
  resetScript();
  executions.held = false;
});

refusesWrongKeys({ method: "POST", path: `/org/scans/${crypto.randomUUID()}/stop`, auth: "org", client: () => client });

describe("200", () => {
  // A deployed service starts its execution at once: the scan may not be pending any more.
  test.skipIf(deployedService())("a pending scan is cancelled at once, and a new one can start", async () => {
    executions.held = true;
    const id = await startScan(client);
    expect(await client.post(`/org/scans/${id}/stop`)).toMatchObject({
      status: 200,
      body: { scan_id: id, status: "cancelled" },
    });
    expect((await client.get(`/org/scans/${id}/progress`)).body).toMatchObject({
      status: "cancelled",
      phase: "cancelled",
    });
    executions.held = false;
    expect(await scanNow(client)).toMatchObject({ status: "completed" });
  });

  test("a running scan ends at the next stage boundary; its step in flight is finished", async () => {
    const gate = closeGate();
    const id = await startScan(client, { force: true });
    const progress = async () =>
      (await client.get<{ status: string; current: string | null }>(`/org/scans/${id}/progress`)).body;
    // A stage has begun before its step has, and a step that has not begun does not begin after a stop.
    await until(
      async () => script.atGate,
      (steps) => steps > 0,
    );
    expect(await client.post(`/org/scans/${id}/stop`)).toMatchObject({
      status: 200,
      body: { scan_id: id, status: "running", cancel_requested: true },
    });
    expect(await progress()).toMatchObject({ status: "running", phase: "running" });
    gate.open();
    const scan = await finished(client, id);
    expect(scan).toMatchObject({ status: "cancelled" });
    expect(script.calls).toEqual(["easm.subdomains acme.test"]);
    const statuses = Object.fromEntries(scan.runs.map((run) => [run.scanner_key, run.status]));
    expect(statuses).toEqual({ "easm.subdomains": "completed", "easm.http": "cancelled", "easm.headers": "cancelled" });
  });

  test("a finished scan stays as it is", async () => {
    const { id } = await scanNow(client, { force: true });
    expect(await client.post(`/org/scans/${id}/stop`)).toMatchObject({
      status: 200,
      body: { status: "completed", cancel_requested: false },
    });
  });
});

describe("404", () => {
  test("another org's scan, which goes on", async () => {
    const { client: other } = await newOrg(service());
    const gate = closeGate();
    const id = await startScan(client, { force: true });
    expect(await other.post(`/org/scans/${id}/stop`)).toMatchObject({
      status: 404,
      body: { detail: "Scan not found" },
    });
    gate.open();
    expect(await finished(client, id)).toMatchObject({ status: "completed" });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.post("/org/scans/1/stop")).toMatchObject({ status: 422 });
  });
});
