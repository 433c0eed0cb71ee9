import { beforeAll, describe, expect, test } from "vitest";
import type { CloudResult } from "../../../functions/domain/compliance.ts";
import { writeResults } from "../../../functions/store/cloud-results.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { type AccountBody, cis, newAccount, result, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const scanId = crypto.randomUUID();
const iso = { framework: "ISO-27001", version: "2022", control_id: "A.8.3" };
const one = { account_id: "111111111111", last_seen: "2026-01-02T00:00:00.000Z" };
const rows = {
  bucket: result({
    ...one,
    id: crypto.randomUUID(),
    status: "fail",
    severity: "critical",
    finding_id: crypto.randomUUID(),
  }),
  key: result({ ...one, service: "iam", severity: "medium", frameworks: [cis("1.4"), iso] }),
  other: result({ account_id: "222222222222", service: "ec2", status: "fail", severity: "low", frameworks: [] }),
};

let client: Client;
let orgId: string;
let accounts: AccountBody[];
beforeAll(async () => {
  const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
  client = own;
  orgId = org.id;
  accounts = [
    await newAccount(client, { role_arn: roleIn("111111111111") }),
    await newAccount(client, { role_arn: roleIn("222222222222") }),
  ];
  const [first, second] = accounts;
  await writeResults(orgId, first?.id ?? "", scanId, [rows.key, rows.bucket], new Date());
  await writeResults(orgId, second?.id ?? "", scanId, [rows.other], new Date());
});

refusesWrongKeys({ method: "GET", path: "/org/cloud/results", auth: "org", client: () => client });

const results = async (query = "", caller = client) =>
  (await caller.get<CloudResult[]>(`/org/cloud/results${query}`)).body;
const idsOf = (list: readonly CloudResult[]) => list.map(({ id }) => id);

describe("200", () => {
  test("the results of all accounts, last seen first, as they were written", async () => {
    const ofOne = [rows.bucket, rows.key].sort((a, b) => a.id.localeCompare(b.id));
    expect(await results()).toEqual([...ofOne, rows.other]);
  });

  test("in pages", async () => {
    const all = await results();
    expect(await results("?limit=1&offset=1")).toEqual(all.slice(1, 2));
    expect(await results("?offset=3")).toEqual([]);
  });

  test.each([
    ["status=fail", ["bucket", "other"]],
    ["status=pass", ["key"]],
    ["severity=critical", ["bucket"]],
    ["service=iam", ["key"]],
    ["framework=CIS", ["bucket", "key"]],
    ["framework=iso%2027001", ["key"]],
    ["framework=HIPAA", []],
    ["account=222222222222", ["other"]],
    ["account=333333333333", []],
    ["status=fail&account=111111111111&framework=CIS", ["bucket"]],
  ] as const)("%s", async (query, names) => {
    expect(idsOf(await results(`?${query}`)).sort()).toEqual(names.map((name) => rows[name].id).sort());
  });

  test("an account by the id of its record", async () => {
    expect(idsOf(await results(`?account=${accounts[1]?.id}`))).toEqual([rows.other.id]);
  });

  test("none before a scan, and nothing of another org", async () => {
    const { client: other } = await newOrg(service(), { modules: ["cloud"] });
    await newAccount(other, { role_arn: roleIn("111111111111") });
    expect(await results("", other)).toEqual([]);
    expect(await results(`?account=${accounts[0]?.id}`, other)).toEqual([]);
  });

  test("a scan replaces those of the last one; written again, it changes nothing", async () => {
    const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
    const { id } = await newAccount(own, { role_arn: roleIn("111111111111") });
    const rescan = crypto.randomUUID();
    await writeResults(org.id, id, scanId, [rows.bucket], new Date());
    await writeResults(org.id, id, rescan, [rows.key], new Date());
    await writeResults(org.id, id, rescan, [rows.bucket], new Date());
    expect(await results("", own)).toEqual([rows.key]);
  });

  test("those of an account whose role was replaced by one of another account are gone", async () => {
    const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
    const { id } = await newAccount(own, { role_arn: roleIn("111111111111") });
    await writeResults(org.id, id, scanId, [rows.bucket], new Date());
    await own.post("/org/cloud/accounts", { id, role_arn: roleIn("333333333333") });
    expect(await results("", own)).toEqual([]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/cloud/results")).toMatchObject({
      status: 403,
      body: { detail: 'Module "cloud" is not enabled for this org' },
    });
  });
});

describe("422", () => {
  test.each(["status=passed", "severity=worst", "account=1", "account=x", "framework=", "limit=501", "offset=-1"])(
    "%s",
    async (query) => {
      expect(await client.get(`/org/cloud/results?${query}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(new RegExp(`^${query.split("=")[0]}: `)) },
      });
    },
  );
});
