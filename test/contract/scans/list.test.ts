import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
});

refusesWrongKeys({ method: "GET", path: "/org/scans", auth: "org", client: () => client });

describe("200", () => {
  test("newest first, without runs, in pages, by module; only the org's own", async () => {
    const ids = [];
    for (let scan = 0; scan < 3; scan += 1) ids.unshift((await scanNow(client, { force: true })).id);
    const { body } = await client.get<Record<string, unknown>[]>("/org/scans");
    expect(body.map(({ id }) => id)).toEqual(ids);
    expect(body[0]).not.toHaveProperty("runs");
    expect((await client.get<{ id: string }[]>("/org/scans?limit=1&offset=1")).body.map(({ id }) => id)).toEqual([
      ids[1],
    ]);
    expect((await client.get<unknown[]>("/org/scans?module=easm")).body).toHaveLength(3);
    expect((await client.get("/org/scans?module=dast")).body).toEqual([]);
    const { client: other } = await newOrg(service());
    expect((await other.get("/org/scans")).body).toEqual([]);
  });
});

describe("422", () => {
  test.each(["limit=0", "module=sast"])("%s", async (query) => {
    expect(await client.get(`/org/scans?${query}`)).toMatchObject({ status: 422 });
  });
});
