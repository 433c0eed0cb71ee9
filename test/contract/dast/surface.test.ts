import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Entry {
  readonly id: string;
  readonly url: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

const service = useService();
const fields = { domains: ["acme.test"], modules: ["easm", "dast"] };
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), fields));
});
afterEach(resetScript);

refusesWrongKeys({ method: "GET", path: "/org/dast/surface", auth: "org", client: () => client });

const surface = async (caller: Client, query = "") => (await caller.get<Entry[]>(`/org/dast/surface${query}`)).body;

describe("200", () => {
  test("nothing before an EASM scan, then the web apps that it found", async () => {
    expect(await surface(client)).toEqual([]);
    script.webApps.add("www.acme.test");
    const scan = await scanNow(client);
    expect(await surface(client)).toEqual([
      {
        id: expect.any(String),
        asset_id: expect.any(String),
        url: "https://www.acme.test",
        scheme: "https",
        host: "www.acme.test",
        port: 443,
        ip: "192.0.2.80",
        status_code: 200,
        title: "Made up",
        technologies: ["nginx"],
        waf: null,
        in_scope: true,
        source_scan_id: scan.id,
        first_seen: expect.any(String),
        last_seen: expect.any(String),
      },
    ]);
  });

  test("a rescan keeps ids and first sightings; what a targeted scan did not look at stays", async () => {
    const { client: own } = await newOrg(service(), fields);
    script.hosts = ["a.acme.test", "b.acme.test"];
    for (const host of script.hosts) script.webApps.add(host);
    await scanNow(own);
    const before = await surface(own);
    expect(before).toHaveLength(2);
    await scanNow(own, { force: true, params: { targets: ["a.acme.test"] } });
    const after = await surface(own);
    expect(after.map(({ id, first_seen }) => [id, first_seen])).toEqual(
      before.map(({ id, first_seen }) => [id, first_seen]),
    );
    expect(await surface(own, "?limit=1&offset=1")).toEqual(after.slice(1));
  });

  test("a failed scan says nothing; a web app that the domains do not cover any more is out of scope, and gone after a scan", async () => {
    const { client: own } = await newOrg(service(), { ...fields, domains: ["acme.test", "other.test"] });
    script.webApps.add("www.acme.test");
    await scanNow(own);
    for (const key of ["easm.subdomains", "easm.http", "easm.headers"]) script.failing.add(key);
    await scanNow(own, { force: true });
    expect(await surface(own)).toMatchObject([{ in_scope: true }]);
    script.failing.clear();
    const { body: domains } = await own.get<{ id: string; value: string }[]>("/org/domains");
    await own.delete(`/org/domains/${domains.find(({ value }) => value === "acme.test")?.id}`);
    expect(await surface(own)).toMatchObject([{ in_scope: false }]);
    script.hosts = ["www.other.test"];
    await scanNow(own, { force: true });
    expect(await surface(own)).toEqual([]);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service(), fields);
    expect(await surface(other)).toEqual([]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/dast/surface")).toMatchObject({
      status: 403,
      body: { detail: 'Module "dast" is not enabled for this org' },
    });
  });
});

describe("422", () => {
  test.each(["limit=0", "limit=501", "offset=100001"])("%s", async (query) => {
    expect(await client.get(`/org/dast/surface?${query}`)).toMatchObject({ status: 422 });
  });
});
