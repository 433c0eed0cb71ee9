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

refusesWrongKeys({ method: "GET", path: `/org/scans/${crypto.randomUUID()}/delta`, auth: "org", client: () => client });

const delta = async (caller: Client, id: string) => (await caller.get(`/org/scans/${id}/delta`)).body;
const none = { new: 0, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0 };

describe("200", () => {
  test("new at first, still open in an identical rescan, auto-resolved after two scans without it, then reopened", async () => {
    script.weaknesses = new Map([
      ["weak", "high"],
      ["weaker", "low"],
    ]);
    const scan = async () => delta(client, (await scanNow(client, { force: true })).id);
    expect(await scan()).toEqual({ ...none, new: 2 });
    expect(await scan()).toEqual({ ...none, still_open: 2 });
    script.weaknesses.delete("weak");
    expect(await scan()).toEqual({ ...none, still_open: 2 });
    expect(await scan()).toEqual({ ...none, still_open: 1, auto_resolved: 1 });
    expect(await scan()).toEqual({ ...none, still_open: 1 });
    script.weaknesses.set("weak", "high");
    expect(await scan()).toEqual({ ...none, still_open: 1, reopened: 1 });
  });

  test("nothing is closed by a scan whose scanner failed, whose host was not reached, or that was targeted", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    await scanNow(own);
    script.weaknesses.clear();
    const blind: (() => Record<string, unknown>)[] = [
      () => {
        script.failing.add("easm.http");
        return {};
      },
      () => {
        script.failing.clear();
        script.unreachable.add("www.acme.test");
        return {};
      },
      () => {
        script.unreachable.clear();
        return { params: { targets: ["www.acme.test"] } };
      },
      () => ({ scanners: ["easm.http"] }),
    ];
    for (const prepare of blind)
      for (let twice = 0; twice < 2; twice += 1) {
        const { id } = await scanNow(own, { force: true, ...prepare() });
        expect(await delta(own, id)).toMatchObject({ confirmed_resolved: 0, auto_resolved: 0 });
      }
    const { body } = await own.get<{ status: string }[]>("/org/findings");
    expect(body.map(({ status }) => status)).toEqual(["new"]);
  });
});

describe("404", () => {
  test("an unknown scan", async () => {
    expect(await client.get(`/org/scans/${crypto.randomUUID()}/delta`)).toMatchObject({
      status: 404,
      body: { detail: "Scan not found" },
    });
  });

  test("a scan that is still going on", async () => {
    const gate = closeGate();
    const id = await startScan(client, { force: true });
    expect(await client.get(`/org/scans/${id}/delta`)).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^The scan is (pending|running): a delta exists once/) },
    });
    gate.open();
    await finished(client, id);
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.get("/org/scans/1/delta")).toMatchObject({ status: 422 });
  });
});
