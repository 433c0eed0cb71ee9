import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { type AccountBody, newAccount, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";
import { assumer, assumerArn, type ScriptedRole, startSts, type TestSts } from "../../support/sts.ts";

const service = useService();
let sts: TestSts;
let client: Client;
beforeAll(async () => {
  sts = await startSts();
  ({ client } = await newOrg(service(), { modules: ["cloud"] }));
});
afterAll(() => sts.stop());
afterEach(() => {
  sts.roles.clear();
  sts.roles.set(assumerArn, assumer);
});

refusesWrongKeys({
  method: "POST",
  path: `/org/cloud/accounts/${crypto.randomUUID()}/validate`,
  auth: "org",
  client: () => client,
});

const validate = (caller: Client, id: string) => caller.post<AccountBody>(`/org/cloud/accounts/${id}/validate`);
const stored = async (caller: Client, id: string) =>
  (await caller.get<AccountBody[]>("/org/cloud/accounts")).body.find((account) => account.id === id);

/** An org with one account, whose role does as the script says; by default it trusts as it must. */
async function connected(script: ScriptedRole = {}) {
  const { client: own } = await newOrg(service(), { modules: ["cloud"] });
  const role_arn = roleIn("123456789012", crypto.randomUUID());
  const account = await newAccount(own, { role_arn });
  sts.roles.set(role_arn, { externalId: account.external_id, ...script });
  return { own, account, role_arn };
}

describe("200", () => {
  test("a role that trusts as it must: validated, and a scan has something to cover", async () => {
    const { own, account } = await connected();
    const { status, body } = await validate(own, account.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: account.id, status: "validated", reason: null });
    expect(body.last_validated_at).not.toBeNull();
    expect(await stored(own, account.id)).toEqual(body);
    expect((await own.get("/org/cloud/status")).body).toMatchObject({ enabled: true, validated_accounts: 1 });
  });

  test.each([
    ["that asks for another external ID", { externalId: "another" }, /^The role cannot be assumed/],
    ["of another account", { account: "210987654321" }, /210987654321/],
  ])("a role %s: invalid, with a reason", async (_, script, reason) => {
    const { own, account } = await connected(script);
    const { status, body } = await validate(own, account.id);
    expect([status, body.status, body.reason]).toEqual([200, "invalid", expect.stringMatching(reason)]);
    expect(await stored(own, account.id)).toEqual(body);
    expect((await own.get("/org/cloud/status")).body).toMatchObject({ validated_accounts: 0, can_run: false });
  });

  test("a role that anybody could use through the service: invalid; put right: validated", async () => {
    const { own, account, role_arn } = await connected();
    sts.roles.set(role_arn, {});
    expect((await validate(own, account.id)).body).toMatchObject({
      status: "invalid",
      reason: expect.stringContaining("without its external ID"),
    });
    sts.roles.set(role_arn, { externalId: account.external_id });
    expect((await validate(own, account.id)).body).toMatchObject({ status: "validated", reason: null });
  });

  test("a role that is saved again, even the same, is pending again", async () => {
    const { own, account, role_arn } = await connected();
    await validate(own, account.id);
    const { body } = await own.post<AccountBody>("/org/cloud/accounts", { role_arn });
    expect(body).toMatchObject({ id: account.id, status: "pending", reason: null, last_validated_at: null });
  });

  test("an event tells of either outcome", async () => {
    const { own, account, role_arn } = await connected({ externalId: "another" });
    await validate(own, account.id);
    sts.roles.set(role_arn, { externalId: account.external_id });
    await validate(own, account.id);
    const { body } = await own.get("/org/activity?action=cloud.account_validated");
    expect(body).toMatchObject([
      { outcome: "ok", level: "INFO", target_id: account.id, detail: { status: "validated", reason: null } },
      { outcome: "denied", level: "WARNING", target_id: account.id, detail: { status: "invalid", role_arn } },
    ]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await validate(other, crypto.randomUUID())).toMatchObject({
      status: 403,
      body: { detail: 'Module "cloud" is not enabled for this org' },
    });
  });
});

describe("404", () => {
  test("an id that the org does not have, and that of another org, whose role is left alone", async () => {
    const { account } = await connected();
    sts.requests.length = 0;
    for (const id of [crypto.randomUUID(), account.id])
      expect(await validate(client, id)).toMatchObject({ status: 404, body: { detail: "Cloud account not found" } });
    expect(sts.requests).toEqual([]);
  });

  test("an account that is removed during the test", async () => {
    const { own, account } = await connected({
      before: () => own.delete(`/org/cloud/accounts/${account.id}`),
    });
    expect(await validate(own, account.id)).toMatchObject({ status: 404 });
    expect(await stored(own, account.id)).toBeUndefined();
  });
});

describe("409", () => {
  test("an account without a role", async () => {
    const { id } = await newAccount(client);
    expect(await validate(client, id)).toMatchObject({
      status: 409,
      body: { detail: "The cloud account has no role ARN yet" },
    });
  });

  test("a role that is replaced during the test: nothing is said of the new one", async () => {
    const replacement = roleIn("123456789012", "Replacement");
    const { own, account } = await connected({
      before: () => own.post("/org/cloud/accounts", { id: account.id, role_arn: replacement }),
    });
    expect(await validate(own, account.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("was changed") },
    });
    expect(await stored(own, account.id)).toMatchObject({ role_arn: replacement, status: "pending" });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await validate(client, "1")).toMatchObject({ status: 422 });
  });
});

describe("503", () => {
  test.each<[string, ScriptedRole]>([
    ["throttles", { fails: { code: "Throttling" } }],
    ["fails", { fails: { code: "InternalFailure", status: 500 } }],
    ["answers garbage", { answers: "garbage" }],
  ])("an STS that %s: the account stays as it was, and no event tells of it", async (_, script) => {
    const { own, account, role_arn } = await connected();
    const { body: before } = await validate(own, account.id);
    sts.roles.set(role_arn, script);
    expect(await validate(own, account.id)).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(/could not be tested.*stays as it was/) },
    });
    expect(await stored(own, account.id)).toEqual(before);
    expect((await own.get("/org/activity?action=cloud.account_validated")).body).toHaveLength(1);
  });
});
