import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { scannerKeys } from "../../../functions/scanners/keys.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"], modules: ["easm", "dast"] }));
});
afterEach(resetScript);

refusesWrongKeys({ method: "GET", path: "/org/dast/status", auth: "org", client: () => client });

const nothing = { surface_count: 0, last_easm_scan_id: null, in_flight_scan_id: null, next_scan_allowed_at: null };
const EMPTY = "DAST requires a completed EASM scan that discovered web apps";

describe("200", () => {
  test("a module that is not enabled", async () => {
    const { client: other } = await newOrg(service());
    const reason = "Module dast is not enabled for this org";
    expect(await other.get("/org/dast/status")).toMatchObject({
      status: 200,
      body: { enabled: false, can_run: false, reason, ...nothing },
    });
  });

  test("no web app yet: the status and a request for a scan say the same", async () => {
    expect((await client.get("/org/dast/status")).body).toEqual({
      enabled: true,
      can_run: false,
      reason: EMPTY,
      ...nothing,
    });
    expect(await client.post("/org/scans", { module: "dast" })).toMatchObject({ status: 409, body: { detail: EMPTY } });
  });

  test("an EASM scan that found no web app does not open the gate", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"], modules: ["easm", "dast"] });
    const { id } = await scanNow(own);
    expect((await own.get("/org/dast/status")).body).toMatchObject({ reason: EMPTY, last_easm_scan_id: id });
    expect(await own.post("/org/scans", { module: "dast" })).toMatchObject({ status: 409, body: { detail: EMPTY } });
  });

  test("web apps were found: a scan can run where the deployment has scanners for it", async () => {
    script.webApps.add("www.acme.test");
    const { id } = await scanNow(client);
    const { body } = await client.get<{ can_run: boolean; reason: string | null }>("/org/dast/status");
    expect(body).toMatchObject({ enabled: true, surface_count: 1, last_easm_scan_id: id });
    expect(body.can_run).toBe(scannerKeys.dast.length > 0);
    const { status } = await client.post("/org/scans", { module: "dast" });
    expect(status).toBe(body.can_run ? 202 : 409);
  });
});
