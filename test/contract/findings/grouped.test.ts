import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Group {
  readonly group_key: string;
  readonly affected_count: number;
  readonly status_breakdown: Record<string, number>;
  readonly affected_assets: { readonly finding_id: string; readonly asset: string; readonly status: string }[];
}

const HOSTS = 120;

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
  script.hosts = Array.from({ length: HOSTS }, (_, index) => `h${index}.acme.test`);
  script.weaknesses = new Map([
    ["weak", "medium"],
    ["weaker", "critical"],
    ["listed", "info"],
  ]);
  await scanNow(client);
  const { body } = await client.get<{ id: string }[]>("/org/findings?severity=medium&limit=3");
  const answers = ["resolved", "in_progress", "false_positive"];
  for (const [index, { id }] of body.entries()) await client.patch(`/org/findings/${id}`, { status: answers[index] });
});

const list = async (query = "", caller = client) => (await caller.get<Group[]>(`/org/findings/grouped${query}`)).body;
const counts = (groups: readonly Group[]) =>
  groups.map(({ group_key, affected_count }) => [group_key.split(".").at(-1), affected_count]);

refusesWrongKeys({ method: "GET", path: "/org/findings/grouped", auth: "org", client: () => client });

describe("200", () => {
  test("worst first, with every field", async () => {
    const [worst, other, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(worst).toEqual({
      group_key: "easm:easm.headers.weaker",
      module: "easm",
      title: "Lesser weakness",
      severity: "critical",
      category: "http",
      finding_class: "issue",
      cve_id: null,
      cwe_id: "CWE-16",
      affected_count: HOSTS,
      status_breakdown: { new: HOSTS },
      affected_assets: expect.any(Array),
      references: ["https://cwe.mitre.org/data/definitions/16.html"],
      remediation_steps: ["Read.", "Think.", "Change.", "Run."],
      first_seen: expect.any(String),
      last_seen: expect.any(String),
    });
    expect(other).toMatchObject({
      group_key: "easm:easm.http.weak",
      severity: "medium",
      affected_count: HOSTS - 1,
      status_breakdown: { new: HOSTS - 3, resolved: 1, in_progress: 1 },
    });
  });

  test("the first 100 affected assets, each as the finding says", async () => {
    const [group] = await list("?severity=critical");
    expect(group?.affected_assets).toHaveLength(100);
    expect(new Set(group?.affected_assets.map(({ asset }) => asset)).size).toBe(100);
    const [shown] = group?.affected_assets ?? [];
    const { body: finding } = await client.get<{ asset: string; asset_id: string; first_seen: string }>(
      `/org/findings/${shown?.finding_id}`,
    );
    expect(shown).toEqual({
      asset_id: finding.asset_id,
      asset: finding.asset,
      finding_id: expect.any(String),
      status: "new",
      severity: "critical",
      matched_at: `https://${finding.asset}/`,
      first_seen: finding.first_seen,
      last_seen: finding.first_seen,
    });
  });

  test.each([
    [
      "",
      [
        ["weaker", HOSTS],
        ["weak", HOSTS - 1],
      ],
    ],
    [
      "?include_inventory=true",
      [
        ["weaker", HOSTS],
        ["weak", HOSTS - 1],
        ["listed", HOSTS],
      ],
    ],
    ["?finding_class=inventory", [["listed", HOSTS]]],
    ["?severity=medium", [["weak", HOSTS - 1]]],
    ["?severity=low", []],
    ["?status=resolved", [["weak", 1]]],
    ["?status=false_positive", [["weak", 1]]],
    ["?module=easm&limit=1", [["weaker", HOSTS]]],
    ["?limit=1&offset=1", [["weak", HOSTS - 1]]],
    ["?offset=2", []],
    ["?module=cloud", []],
  ])("%s", async (query, expected) => {
    expect(counts(await list(query))).toEqual(expected);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service());
    expect(await list("", other)).toEqual([]);
  });
});

describe("422", () => {
  test.each(["severity=urgent", "status=done", "finding_class=x", "include_duplicates=2", "module=sast", "limit=501"])(
    "%s",
    async (query) => {
      expect(await client.get(`/org/findings/grouped?${query}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(`${query.split("=")[0]}: `) },
      });
    },
  );
});
