import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Row {
  readonly id: string;
  readonly severity: string;
  readonly finding_class: string;
  readonly first_seen: string;
}

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
  script.hosts = Array.from({ length: 120 }, (_, index) => `h${index}.acme.test`);
  script.weaknesses = new Map([
    ["weak", "high"],
    ["weaker", "low"],
    ["listed", "info"],
  ]);
  await scanNow(client);
});

const list = async (query = "", caller = client) => (await caller.get<Row[]>(`/org/findings${query}`)).body;

refusesWrongKeys({ method: "GET", path: "/org/findings", auth: "org", client: () => client });

describe("200", () => {
  test("100 by default, newest first, without inventory", async () => {
    const rows = await list();
    expect(rows).toHaveLength(100);
    expect(rows.every(({ finding_class }) => finding_class === "issue")).toBe(true);
    const order = rows.map(({ first_seen, id }) => `${first_seen} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  test("pages together are the whole list, each row once", async () => {
    const pages = await Promise.all([0, 100, 200].map((offset) => list(`?limit=100&offset=${offset}`)));
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual((await list("?limit=500")).map(({ id }) => id));
    expect(new Set(ids).size).toBe(240);
  });

  test.each([
    ["severity=high", 120],
    ["severity=critical", 0],
    ["severity=info", 0],
    ["finding_class=inventory", 120],
    ["include_inventory=true", 360],
    ["include_inventory=true&status=new", 360],
    ["finding_class=issue", 240],
    ["status=new", 240],
    ["status=false_positive", 0],
    ["status=resolved", 0],
    ["module=easm", 240],
    ["module=cloud", 0],
    ["severity=high&module=easm&status=new", 120],
  ])("%s: %i", async (query, count) => {
    expect(await list(`?limit=500&${query}`)).toHaveLength(count);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service());
    expect(await list("", other)).toEqual([]);
  });
});

describe("422", () => {
  test.each([
    "severity=urgent",
    "status=done",
    "finding_class=x",
    "include_inventory=maybe",
    "module=sast",
    "limit=501",
  ])("%s", async (query) => {
    const field = query.split("=")[0] ?? "";
    expect(await client.get(`/org/findings?${query}`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`${field}: `) },
    });
  });
});
