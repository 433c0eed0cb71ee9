import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
});
afterEach(resetScript);

refusesWrongKeys({ method: "GET", path: `/org/scans/${crypto.randomUUID()}`, auth: "org", client: () => client });

describe("200", () => {
  test("a completed scan with its runs, counts, progress and delta", async () => {
    const scan = await scanNow(client, { force: true });
    expect(scan).toMatchObject({
      status: "completed",
      error: null,
      requested_scanners: [],
      params: { module: "easm" },
      stats: {
        assets: 2,
        findings: 1,
        progress: { phase: "done", stages_total: 5, stages_done: 5, current: null, cancel_requested: false },
        finalize: { delta: { new: 1, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0 } },
      },
    });
    expect(scan.runs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          scanner_key: "easm.http",
          scanner_type: "native",
          status: "completed",
          raw_count: 1,
          asset_count: 0,
          finding_count: 1,
          error: null,
          started_at: expect.any(String),
          finished_at: expect.any(String),
        }),
      ]),
    );
  });

  test("one failing scanner makes it partial, and the others' findings stay", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    script.failing.add("easm.headers");
    const scan = await scanNow(own);
    expect(scan).toMatchObject({ status: "partial", error: null });
    expect(scan.runs.find(({ scanner_key }) => scanner_key === "easm.headers")).toMatchObject({
      status: "failed",
      error: "www.acme.test: easm.headers was told to fail",
    });
    const { body } = await own.get<{ template_id: string }[]>("/org/findings");
    expect(body.map(({ template_id }) => template_id)).toEqual(["easm.http.weak"]);
  });

  test("all scanners failing makes it failed, with the reason", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    script.failing.add("easm.subdomains");
    const scan = await scanNow(own);
    expect(scan).toMatchObject({
      status: "failed",
      error: expect.stringContaining("easm.subdomains was told to fail"),
    });
    expect(await own.post("/org/scans", {})).toMatchObject({ status: 202 });
  });
});

describe("404", () => {
  test("an unknown id, and that of another org's scan", async () => {
    const { client: other } = await newOrg(service());
    const { id } = await scanNow(client, { force: true });
    for (const [caller, scanId] of [
      [client, crypto.randomUUID()],
      [other, id],
    ] as const)
      expect(await caller.get(`/org/scans/${scanId}`)).toMatchObject({
        status: 404,
        body: { detail: "Scan not found" },
      });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.get("/org/scans/latest")).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^scan_id: /) },
    });
  });
});
