import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { finished, scanNow, startScan } from "../../support/scans.ts";
import { closeGate, resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
});
afterEach(resetScript);

const pathOf = (id: string) => `/org/scans/${id}/feedback-validation`;

refusesWrongKeys({ method: "GET", path: pathOf(crypto.randomUUID()), auth: "org", client: () => client });

describe("200", () => {
  test("counts by what was seen, with the breakdown of all findings of the module", async () => {
    script.weaknesses.set("weaker", "low");
    const first = await scanNow(client);
    expect((await client.get(pathOf(first.id))).body).toEqual({
      scan_id: first.id,
      confirmed_fixed: 0,
      regressed: 0,
      newly_found: 2,
      auto_resolved: 0,
      still_open: 2,
      accepted_risk: 0,
      false_positive: 0,
      status_breakdown: { new: 2 },
    });
    script.weaknesses.delete("weaker");
    for (const open of [2, 1]) {
      const scan = await scanNow(client, { force: true });
      expect((await client.get(pathOf(scan.id))).body).toMatchObject({ newly_found: 0, still_open: open });
    }
  });
});

describe("404", () => {
  test("while the scan is going on", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    const gate = closeGate();
    const id = await startScan(own);
    expect(await own.get(pathOf(id))).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^The scan is (pending|running): feedback is validated once/) },
    });
    gate.open();
    await finished(own, id);
  });

  test("a scan that failed", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    for (const key of ["easm.subdomains", "easm.http", "easm.headers"]) script.failing.add(key);
    const { id } = await scanNow(own);
    expect(await own.get(pathOf(id))).toMatchObject({ status: 404 });
  });

  test("another org's scan", async () => {
    const { id } = await scanNow(client, { force: true });
    const { client: other } = await newOrg(service());
    const foreign = await other.get(pathOf(id));
    expect(foreign).toMatchObject({ status: 404, body: { detail: "Scan not found" } });
    expect(foreign.body).toEqual((await other.get(pathOf(crypto.randomUUID()))).body);
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.get(pathOf("1"))).toMatchObject({ status: 422 });
  });
});
