import { beforeAll, describe, expect, test } from "vitest";
import { AuditRow } from "../../../functions/store/entities/audit-row.ts";
import { getFindings } from "../../../functions/store/findings.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { putFinding, putMany, putSuppressed } from "../../support/finding-rows.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

interface Finding {
  readonly status: string;
}

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service()));
});

refusesWrongKeys({
  method: "DELETE",
  path: `/org/suppressions/${crypto.randomUUID()}`,
  auth: "org",
  client: () => client,
});

/** An org with a finding whose answer has made a rule. */
async function orgWithRule() {
  const { org, client: owner } = await newOrg(service());
  const { id: maker } = await putFinding(org.id);
  await owner.patch(`/org/findings/${maker}`, { status: "accepted_risk", suppress_similar: true });
  const { body } = await owner.get<{ id: string }[]>("/org/suppressions");
  const rule = body[0]?.id ?? "";
  return {
    org,
    owner,
    maker,
    rule,
    remove: (caller = owner) => caller.delete(`/org/suppressions/${rule}`),
    statusOf: async (id: string) => (await owner.get<Finding>(`/org/findings/${id}`)).body.status,
    historyOf: async (id: string) => (await owner.get<unknown[]>(`/org/findings/${id}/history`)).body,
    rules: async () => (await owner.get<unknown[]>("/org/suppressions")).body,
  };
}

describe("204", () => {
  test("what the rule suppressed is as it would be without it, and a second time the rule is not found", async () => {
    const { org, maker, rule, remove, statusOf, historyOf, rules } = await orgWithRule();
    const born = await putSuppressed(org.id, rule);
    const back = await putSuppressed(org.id, rule, {}, "reopened");
    const other = await putFinding(org.id, { status: "accepted_risk" });
    expect(await remove()).toMatchObject({ status: 204, body: undefined });
    expect(await Promise.all([born.id, back.id, maker, other.id].map(statusOf))).toEqual([
      "new",
      "reopened",
      "reopened",
      "accepted_risk",
    ]);
    const note = "The rule template_id: easm.http.weak was removed";
    const event = { event: "unsuppressed", old_status: "accepted_risk", actor: "test", note };
    expect((await historyOf(born.id))[0]).toMatchObject({ ...event, new_status: "new" });
    expect((await historyOf(maker))[0]).toMatchObject({ ...event, new_status: "reopened" });
    expect(await rules()).toEqual([]);
    expect(await remove()).toMatchObject({ status: 404 });
  });

  test("a finding that was answered since keeps its answer", async () => {
    const { org, owner, rule, remove, statusOf } = await orgWithRule();
    const { id } = await putSuppressed(org.id, rule);
    await owner.patch(`/org/findings/${id}`, { status: "accepted_risk" });
    await remove();
    expect(await statusOf(id)).toBe("accepted_risk");
  });

  test("one event and one audit row", async () => {
    const { owner, rule, remove } = await orgWithRule();
    await remove();
    expect((await owner.get("/org/activity?action=suppression.removed")).body).toMatchObject([
      {
        level: "INFO",
        actor: "test",
        target_type: "suppression",
        target_id: rule,
        target: "easm.http.weak",
        detail: { match: "template_id", value: "easm.http.weak", status: "accepted_risk" },
      },
    ]);
    const { data } = await AuditRow.query.primary({}).go({ pages: "all", consistent: true });
    const own = data.filter(({ path }) => path === `/api/v1/org/suppressions/${rule}`);
    expect(own.map(({ method, status_code }) => [method, status_code])).toEqual([["DELETE", 204]]);
  });

  test("many findings return in several calls, and then the rule is not found", async () => {
    const { org, rule, remove } = await orgWithRule();
    const many = await putMany(250, () => putSuppressed(org.id, rule));
    const ids = many.map(({ id }) => id);
    const returned = async () => (await getFindings(org.id, ids)).filter(({ status }) => status === "new").length;
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await returned()).toBe(200);
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await returned()).toBe(250);
    expect(await remove()).toMatchObject({ status: 404 });
  });
});

describe("404", () => {
  test("an unknown rule, one that was taken back, and another org's, which stays", async () => {
    const { owner, maker, remove, rules } = await orgWithRule();
    const detail = "Suppression not found";
    expect(await owner.delete(`/org/suppressions/${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { detail },
    });
    expect(await remove(client)).toMatchObject({ status: 404, body: { detail } });
    expect(await rules()).toHaveLength(1);
    await owner.patch(`/org/findings/${maker}`, { status: "in_progress" });
    // Taken back by the answer: its findings return now, and not with the next scan.
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await remove()).toMatchObject({ status: 404, body: { detail } });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.delete("/org/suppressions/first")).toMatchObject({ status: 422 });
  });
});
