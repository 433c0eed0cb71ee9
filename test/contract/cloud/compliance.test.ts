import { beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../../functions/cloud/controls.ts";
import type { ComplianceReport } from "../../../functions/domain/compliance.ts";
import { writeResults } from "../../../functions/store/cloud-results.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { type AccountBody, cis, newAccount, result, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

type Report = ComplianceReport & {
  readonly framework: string;
  readonly version: string;
  readonly scan_id: string;
  readonly generated_at: string;
};

const service = useService();
const scans = { earlier: crypto.randomUUID(), later: crypto.randomUUID() };
const findingId = crypto.randomUUID();
let client: Client;
let second: AccountBody;
beforeAll(async () => {
  const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
  client = own;
  const first = await newAccount(client, { role_arn: roleIn("111111111111") });
  second = await newAccount(client, { role_arn: roleIn("222222222222") });
  const edition3 = { ...cis("1.5"), version: "3.0" };
  const passing = result({ account_id: "111111111111", frameworks: [cis("1.4"), cis("2.1.4"), edition3] });
  const failing = result({ account_id: "222222222222", status: "fail", finding_id: findingId });
  await writeResults(org.id, first.id, scans.later, [passing], new Date("2026-01-02T00:00:00.000Z"));
  await writeResults(org.id, second.id, scans.earlier, [failing], new Date("2026-01-01T00:00:00.000Z"));
});

refusesWrongKeys({ method: "GET", path: "/org/cloud/compliance?framework=CIS", auth: "org", client: () => client });

const report = async (query: string) => (await client.get<Report>(`/org/cloud/compliance?${query}`)).body;

describe("200", () => {
  test("the latest edition over all accounts; what has no result is not assessed", async () => {
    const { controls, ...head } = await report("framework=cis");
    const total = catalogueOf({ framework: "CIS", version: "5.0" }).length;
    expect(head).toEqual({
      framework: "CIS",
      version: "5.0",
      scan_id: scans.later,
      generated_at: "2026-01-02T00:00:00.000Z",
      summary: { total, passed: 1, failed: 1, not_assessed: total - 2, score: 0.5 },
    });
    const control = (id: string) => controls.find((one) => one.id === id);
    expect(control("2.1.4")).toMatchObject({ status: "fail", passed: 1, failed: 1, finding_ids: [findingId] });
    expect(control("1.4")).toMatchObject({ status: "pass", section: "1", passed: 1, failed: 0, finding_ids: [] });
    expect(control("1.5")).toMatchObject({ status: "not_assessed", passed: 0, failed: 0 });
  });

  test("another edition", async () => {
    expect(await report("framework=CIS&version=3.0")).toMatchObject({
      version: "3.0",
      summary: { passed: 1, failed: 0 },
    });
  });

  test.each([
    ["its number", () => "222222222222"],
    ["the id of its record", () => second.id],
  ])("one account, by %s", async (_, name) => {
    expect(await report(`framework=CIS&account=${name()}`)).toMatchObject({
      scan_id: scans.earlier,
      generated_at: "2026-01-01T00:00:00.000Z",
      summary: { passed: 0, failed: 1, score: 0 },
    });
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/cloud/compliance?framework=CIS")).toMatchObject({ status: 403 });
  });
});

describe("404", () => {
  test.each([
    ["framework=HIPAA", "No results of framework HIPAA; there are results of: CIS 3.0, CIS 5.0"],
    ["framework=CIS&version=7.0", "No results of framework CIS 7.0; there are results of: CIS 3.0, CIS 5.0"],
    ["framework=CIS&account=333333333333", "No results of framework CIS; there are none yet"],
  ])("%s", async (query, detail) => {
    expect(await client.get(`/org/cloud/compliance?${query}`)).toMatchObject({ status: 404, body: { detail } });
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service(), { modules: ["cloud"] });
    expect(await other.get(`/org/cloud/compliance?framework=CIS&account=${second.id}`)).toMatchObject({
      status: 404,
      body: { detail: "No results of framework CIS; there are none yet" },
    });
  });
});

describe("422", () => {
  test.each([
    ["", "framework: is required"],
    ["framework=", /^framework: /],
    ["framework=CIS&account=1", /^account: /],
  ])("%j", async (query, detail) => {
    expect(await client.get(`/org/cloud/compliance?${query}`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });
});
