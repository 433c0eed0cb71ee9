import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { finished, scanNow, startScan } from "../../support/scans.ts";
import { closeGate, resetScript } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test", "192.0.2.0/28"] }));
});
afterEach(resetScript);

const orgWithDomain = async () => (await newOrg(service(), { domains: ["acme.test"] })).client;

refusesWrongKeys({ method: "POST", path: "/org/scans", auth: "org", body: {}, client: () => client });

describe("202", () => {
  test("a pending job without runs, which then completes", async () => {
    const own = await orgWithDomain();
    const { status, body } = await own.post<Record<string, unknown>>("/org/scans", {});
    expect(status).toBe(202);
    expect(Object.keys(body).sort()).toEqual(["created_at", "id", "runs", "scope_id", "status"]);
    expect(body).toMatchObject({ status: "pending", runs: [] });
    expect(await finished(own, String(body.id))).toMatchObject({ status: "completed", error: null });
  });

  test("the full pipeline by default, and only what is asked for otherwise", async () => {
    const own = await orgWithDomain();
    const full = await scanNow(own);
    expect(full.runs.map(({ scanner_key }) => scanner_key).sort()).toEqual([
      "easm.headers",
      "easm.http",
      "easm.subdomains",
    ]);
    const one = await scanNow(own, { scanners: ["easm.subdomains"], force: true });
    expect(one.runs.map(({ scanner_key }) => scanner_key)).toEqual(["easm.subdomains"]);
  });

  test("during the cooldown when forced", async () => {
    const own = await orgWithDomain();
    await scanNow(own);
    expect(await scanNow(own, { force: true })).toMatchObject({ status: "completed" });
  });

  test("after a scan that was cancelled, which does not count", async () => {
    const own = await orgWithDomain();
    const gate = closeGate();
    const id = await startScan(own);
    await own.post(`/org/scans/${id}/stop`);
    gate.open();
    expect(await finished(own, id)).toMatchObject({ status: "cancelled" });
    expect(await scanNow(own)).toMatchObject({ status: "completed" });
  });

  test("every documented option", async () => {
    const own = await orgWithDomain();
    const params = {
      ua_mode: "browser",
      rate_limit_rps: 10,
      exclude: ["vpn.acme.test"],
      targets: ["www.acme.test"],
      ports: [80, 443],
    };
    const scan = await scanNow(own, { module: "easm", params });
    expect(scan).toMatchObject({ status: "completed", params: { module: "easm", ...params } });
  });
});

describe("the ports of a scan", () => {
  test("are kept in order, each once", async () => {
    const own = await orgWithDomain();
    const scan = await scanNow(own, { params: { ports: [443, 80, 443, 8080, 80] } });
    expect(scan).toMatchObject({ params: { ports: [80, 443, 8080] } });
  });
});

describe("400", () => {
  test("an EASM scan of an org without a domain", async () => {
    const { client: empty } = await newOrg(service());
    expect(await empty.post("/org/scans", {})).toMatchObject({
      status: 400,
      body: { detail: "An EASM scan needs at least one domain" },
    });
  });
});

describe("403", () => {
  test.each(["dast", "cloud", "nonsense"])("module %s, which the org does not have", async (module) => {
    const answer = await client.post("/org/scans", { module, scanners: 5 });
    expect(answer).toMatchObject({ status: 403, body: { detail: `Module "${module}" is not enabled for this org` } });
  });
});

describe("409", () => {
  test("while a scan of the module is pending or running, forced or not; of many at once one wins", async () => {
    const own = await orgWithDomain();
    const gate = closeGate();
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.post<{ id: string }>("/org/scans", {})));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202))
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: "A scan of module easm is already pending or running" },
      });
    expect(await own.post("/org/scans", { force: true })).toMatchObject({ status: 409 });
    gate.open();
    await finished(own, answers.find(({ status }) => status === 202)?.body.id ?? "");
  });

  test("DAST without a surface", async () => {
    const { client: dast } = await newOrg(service(), { domains: ["acme.test"], modules: ["easm", "dast"] });
    expect(await dast.post("/org/scans", { module: "dast" })).toMatchObject({
      status: 409,
      body: { detail: "DAST requires a completed EASM scan that discovered web apps" },
    });
  });

  test("cloud without a validated account", async () => {
    const { client: cloud } = await newOrg(service(), { modules: ["cloud"] });
    expect(await cloud.post("/org/scans", { module: "cloud" })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("validated cloud account") },
    });
  });
});

describe("422", () => {
  test.each([
    [
      "an unknown scanner",
      { scanners: ["easm.nonsense"] },
      /^scanners: "easm.nonsense" is not a scanner of module easm/,
    ],
    ["a scanner of another type", { scanners: [1] }, /^scanners\.0: /],
    ["scanners that are no list", { scanners: "easm.http" }, /^scanners: /],
    ["a module of another type", { module: 1 }, /^module: /],
    ["force of another type", { force: "yes" }, /^force: /],
    ["an unknown option", { params: { speed: 11 } }, /^params: .*speed/],
    ["a rate out of range", { params: { rate_limit_rps: 501 } }, /^params\.rate_limit_rps: /],
    ["an unknown user agent mode", { params: { ua_mode: "curl" } }, /^params\.ua_mode: /],
    ["a port out of range", { params: { ports: [0] } }, /^params\.ports/],
    [
      "more ports than a scan keeps",
      { params: { ports: Array.from({ length: 1001 }, (_, index) => index + 1) } },
      /^params\.ports: must be .*"full" \(for all\) or a list of 1 to 1000 ports/,
    ],
    ["a target out of scope", { params: { targets: ["evil.test"] } }, /^params\.targets: "evil.test" is not within/],
    ["a target that only ends alike", { params: { targets: ["notacme.test"] } }, /^params\.targets: /],
    ["a range wider than the seed", { params: { targets: ["192.0.2.0/24"] } }, /^params\.targets: /],
    ["an exclusion wider than IPv4", { params: { exclude: ["::ffff:192.0.2.0/95"] } }, /^params\.exclude: /],
    ["an exclusion that is no host", { params: { exclude: ["*"] } }, /^params\.exclude: /],
  ])("%s, and no scan is made", async (_, body, detail) => {
    expect(await client.post("/org/scans", body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
    expect((await client.get("/org/scans")).body).toEqual([]);
  });

  test("ranges that hold too many addresses together; it is said where they come from", async () => {
    const domains = ["198.51.0.0/20", "198.51.16.0/32"];
    const { client: wide } = await newOrg(service(), { domains });
    expect(await wide.post("/org/scans", {})).toMatchObject({
      status: 422,
      body: {
        detail:
          "The org's IP ranges hold 4097 addresses in all, a scan visits at most 4096; name a part of them in params.targets",
      },
    });
    expect(await wide.post("/org/scans", { params: { targets: domains } })).toMatchObject({
      status: 422,
      body: { detail: "params.targets: the IP ranges hold 4097 addresses in all, a scan visits at most 4096" },
    });
  });
});

describe("429", () => {
  test("in cooldown: the exact body, counted from the end of the last scan", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"], scan_interval_days: 3 });
    const { finished_at } = await scanNow(own);
    const answer = await own.post("/org/scans", { module: "easm" });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      error: "scan cooldown active",
      module: "easm",
      next_scan_allowed_at: new Date(Date.parse(finished_at ?? "") + 3 * 86_400_000).toISOString(),
    });
  });
});
