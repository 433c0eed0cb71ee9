import { beforeAll, describe, expect, test } from "vitest";
import { AuditRow } from "../../../functions/store/entities/audit-row.ts";
import { type Client, newOrg, type OrgFields } from "../../support/client.ts";
import { putFinding, putMany } from "../../support/finding-rows.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";
import { storedItems } from "../../support/sweep-table.ts";

const service = useService();
let client: Client;
let org: OrgFields;
const statuses = ["new", "reopened", "open", "triaged", "in_progress", "resolved", "accepted_risk"] as const;
const finding = { id: crypto.randomUUID(), title: "Weakness", category: "http", cve_id: "CVE-2024-0001" };
beforeAll(async () => {
  ({ client, org } = await newOrg(service()));
  for (const [index, status] of statuses.entries())
    await putFinding(org.id, { status, first_seen: `2026-01-0${index + 1}T00:00:00.000Z` });
  await putFinding(org.id, { ...finding, template_id: "easm.http.weaker" });
});

const preview = (body: unknown, caller = client) => caller.post("/org/suppressions/preview", body);

refusesWrongKeys({
  method: "POST",
  path: "/org/suppressions/preview",
  auth: "org",
  body: { value: "easm.http.weak" },
  client: () => client,
});

describe("200", () => {
  test("counts what has the value, and lists what the rule would touch, newest first", async () => {
    const { status, body } = await preview({ value: "easm.http.weak" });
    const touched = (status: string) => ({
      finding_id: expect.any(String),
      title: "Weakness",
      asset: "www.acme.test",
      module: "easm",
      severity: "high",
      status,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      match: "template_id",
      value: "easm.http.weak",
      rule: null,
      matching: statuses.length,
      touched: 4,
      by_status: Object.fromEntries(statuses.map((status) => [status, 1])),
      findings: ["triaged", "open", "reopened", "new"].map(touched),
    });
  });

  test.each([
    ["template_id", "easm.http.weaker", 1],
    ["cve", "CVE-2024-0001", 1],
    ["category", "http", statuses.length + 1],
    ["title", "Weakness", statuses.length + 1],
  ])("by the %s of a finding", async (suppress_match, value, matching) => {
    expect((await preview({ suppress_match, finding_id: finding.id })).body).toMatchObject({
      match: suppress_match,
      value,
      matching,
    });
    expect((await preview({ suppress_match, value })).body).toMatchObject({ matching });
  });

  test("by the template id where nothing else is named", async () => {
    expect((await preview({ finding_id: finding.id })).body).toMatchObject({ match: "template_id", matching: 1 });
  });

  test("nothing has the value", async () => {
    expect((await preview({ value: "easm.http.none" })).body).toMatchObject({
      matching: 0,
      touched: 0,
      by_status: {},
      findings: [],
    });
  });

  test("lists the newest hundred and counts them all", async () => {
    const { org: own, client: owner } = await newOrg(service());
    await putMany(101, () => putFinding(own.id));
    const { body } = await owner.post<{ findings: unknown[] }>("/org/suppressions/preview", {
      value: "easm.http.weak",
    });
    expect(body).toMatchObject({ matching: 101, touched: 101 });
    expect(body.findings).toHaveLength(100);
  });

  test("shows the rule that there is, until it is taken back", async () => {
    const { org: own, client: owner } = await newOrg(service());
    const { id } = await putFinding(own.id);
    await owner.patch(`/org/findings/${id}`, { status: "accepted_risk", suppress_similar: true });
    const rules = await owner.get<unknown[]>("/org/suppressions");
    expect((await preview({ finding_id: id }, owner)).body).toMatchObject({ rule: rules.body[0] });
    await owner.patch(`/org/findings/${id}`, { status: "in_progress" });
    expect((await preview({ finding_id: id }, owner)).body).toMatchObject({ rule: null });
  });

  test("changes nothing, and leaves an audit row", async () => {
    const before = await storedItems(org.id);
    await preview({ value: "easm.http.weak" });
    expect(await storedItems(org.id)).toEqual(before);
    const { data } = await AuditRow.query.primary({}).go({ order: "desc", limit: 1, consistent: true });
    expect(data).toMatchObject([{ method: "POST", path: "/api/v1/org/suppressions/preview", status_code: 200 }]);
  });

  test("knows nothing of another org", async () => {
    const { client: other } = await newOrg(service());
    expect((await preview({ value: "easm.http.weak" }, other)).body).toMatchObject({ matching: 0, rule: null });
  });
});

describe("404", () => {
  test("an unknown finding, and another org's", async () => {
    const { client: other } = await newOrg(service());
    for (const [caller, finding_id] of [
      [client, crypto.randomUUID()],
      [other, finding.id],
    ] as const)
      expect(await preview({ finding_id }, caller)).toMatchObject({
        status: 404,
        body: { detail: "Finding not found" },
      });
  });
});

describe("422", () => {
  test.each([
    ["neither finding nor value", {}, "body: give either finding_id or value, and not both"],
    [
      "both",
      { finding_id: crypto.randomUUID(), value: "easm.http.weak" },
      "body: give either finding_id or value, and not both",
    ],
    ["an id that is no UUID", { finding_id: "first" }, "finding_id: must be a UUID"],
    ["an empty value", { value: " " }, "value: must not be empty"],
    ["an unknown match", { value: "x", suppress_match: "host" }, /^suppress_match: /],
  ])("%s", async (_, body, detail) => {
    expect(await preview(body)).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
  });

  test("a finding that has no such value", async () => {
    const { id } = await putFinding(org.id, { template_id: "easm.http.other", title: "Other", category: "other" });
    expect(await preview({ finding_id: id, suppress_match: "cve" })).toMatchObject({
      status: 422,
      body: { detail: "suppress_match: the finding has no cve to match" },
    });
  });
});
