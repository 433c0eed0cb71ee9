import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { finished, scanNow, startScan, until } from "../../support/scans.ts";
import { closeGate, resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
});
afterEach(resetScript);

refusesWrongKeys({
  method: "GET",
  path: `/org/scans/${crypto.randomUUID()}/progress`,
  auth: "org",
  client: () => client,
});

describe("200", () => {
  test("the stage while it runs, then all stages done", async () => {
    const gate = closeGate();
    const id = await startScan(client);
    const read = async () => (await client.get<{ current: string | null }>(`/org/scans/${id}/progress`)).body;
    expect(await until(read, ({ current }) => current !== null)).toEqual({
      scan_id: id,
      status: "running",
      cancel_requested: false,
      stages_total: 5,
      stages_done: 0,
      current: "discover",
      assets: 0,
      findings: 0,
      phase: "running",
      coverage: {
        full: true,
        scanners_ok: 0,
        scanners_failed: 0,
        scanners_skipped: 0,
        scanners_pending: 3,
        assets_total: null,
        assets_reached: null,
        findings_verified: null,
        findings_not_verified: null,
      },
    });
    gate.open();
    await finished(client, id);
    expect(await read()).toEqual({
      scan_id: id,
      status: "completed",
      cancel_requested: false,
      stages_total: 5,
      stages_done: 5,
      current: null,
      assets: 2,
      findings: 1,
      phase: "done",
      coverage: {
        full: true,
        scanners_ok: 3,
        scanners_failed: 0,
        scanners_skipped: 0,
        scanners_pending: 0,
        assets_total: 2,
        assets_reached: 2,
        findings_verified: 1,
        findings_not_verified: 0,
      },
    });
  });

  test("what a scan could not check is counted, and each such finding says why", async () => {
    script.weaknesses.set("weaker", "low");
    await scanNow(client, { force: true });
    script.failing.add("easm.headers");
    const { id } = await scanNow(client, { force: true });
    expect((await client.get(`/org/scans/${id}/progress`)).body).toMatchObject({
      status: "partial",
      coverage: { scanners_ok: 2, scanners_failed: 1, findings_verified: 1, findings_not_verified: 1 },
    });
    const { body } = await client.get<{ title: string; not_verified_reason: string | null }[]>("/org/findings");
    expect(body.map(({ title, not_verified_reason }) => [title, not_verified_reason])).toEqual([
      ["Lesser weakness", "easm.headers failed in the last scan: www.acme.test: easm.headers was told to fail"],
      ["Weakness", null],
    ]);
  });
});

describe("404", () => {
  test("an unknown id", async () => {
    const answer = await client.get(`/org/scans/${crypto.randomUUID()}/progress`);
    expect(answer).toMatchObject({ status: 404, body: { detail: "Scan not found" } });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.get("/org/scans/1/progress")).toMatchObject({ status: 422 });
  });
});
