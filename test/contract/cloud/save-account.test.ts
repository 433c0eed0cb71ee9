import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { type AccountBody, newAccount, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";
import { assumerArn } from "../../support/sts.ts";

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { modules: ["cloud"] }));
});

const path = "/org/cloud/accounts";
const save = (caller: Client, body: Record<string, unknown>) => caller.post<AccountBody>(path, body);
const accountsOf = async (caller: Client) => (await caller.get<AccountBody[]>(path)).body;
const fresh = async () => (await newOrg(service(), { modules: ["cloud"] })).client;

refusesWrongKeys({ method: "POST", path, auth: "org", body: {}, client: () => client });

describe("201", () => {
  test("a pending account, with what its role's trust policy needs", async () => {
    const answer = await save(client, { name: "Production" });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.any(String),
      provider: "aws",
      name: "Production",
      account_id: null,
      role_arn: null,
      external_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      assumer_arn: assumerArn,
      status: "pending",
      reason: null,
      last_validated_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test("a role at once", async () => {
    const role_arn = roleIn("111111111111");
    expect(await save(await fresh(), { role_arn: ` ${role_arn} ` })).toMatchObject({
      status: 201,
      body: { role_arn, account_id: "111111111111", status: "pending" },
    });
  });

  test("an account for each call without a role, and external IDs that no two share", async () => {
    const own = await fresh();
    const accounts = [await newAccount(own), await newAccount(own), await newAccount(await fresh())];
    expect(await accountsOf(own)).toHaveLength(2);
    expect(new Set(accounts.map(({ external_id }) => external_id)).size).toBe(3);
  });

  test("a caller's own external ID is not taken", async () => {
    const external_id = crypto.randomUUID();
    expect((await newAccount(client, { external_id })).external_id).not.toBe(external_id);
  });

  test("a role that could be that of several accounts without one makes an account", async () => {
    const own = await fresh();
    await newAccount(own);
    await newAccount(own);
    expect(await save(own, { role_arn: roleIn("111111111111") })).toMatchObject({ status: 201 });
  });

  test("five at once lose nothing", async () => {
    const own = await fresh();
    const numbers = ["1", "2", "3", "4", "5"].map((digit) => digit.repeat(12));
    const answers = await Promise.all(numbers.map((number) => save(own, { role_arn: roleIn(number) })));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 201));
    expect((await accountsOf(own)).map(({ account_id }) => account_id).sort()).toEqual(numbers);
  });
});

describe("200", () => {
  test("the role of the only account without one; ids and external ID stay", async () => {
    const own = await fresh();
    const before = await newAccount(own, { name: "Production" });
    const role_arn = roleIn("111111111111");
    const { status, body } = await save(own, { role_arn });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...before, role_arn, account_id: "111111111111", updated_at: expect.any(String) });
    expect(await accountsOf(own)).toEqual([body]);
  });

  test("another role of the same account, found by its number", async () => {
    const own = await fresh();
    const { id } = await newAccount(own, { role_arn: roleIn("111111111111") });
    await newAccount(own);
    const role_arn = roleIn("111111111111", "Other");
    expect(await save(own, { role_arn })).toMatchObject({ status: 200, body: { id, role_arn } });
  });

  test("the account with the id: a name, a role of any account", async () => {
    const own = await fresh();
    const [one, two] = [await newAccount(own), await newAccount(own)];
    expect(await save(own, { id: two.id, name: "Second", role_arn: roleIn("222222222222") })).toMatchObject({
      status: 200,
      body: { id: two.id, name: "Second", account_id: "222222222222" },
    });
    expect(await save(own, { id: two.id, role_arn: roleIn("333333333333") })).toMatchObject({
      status: 200,
      body: { id: two.id, name: "Second", account_id: "333333333333" },
    });
    expect((await accountsOf(own)).at(-1)).toEqual(one);
  });
});

describe("trail", () => {
  test("an event for each change, and an audit record with its status", async () => {
    const own = await fresh();
    const role_arn = roleIn("111111111111");
    const { id } = await newAccount(own, { name: "Production" });
    await save(own, { role_arn });
    const { body: activity } = await own.get<Record<string, unknown>[]>("/org/activity?target_type=cloud_account");
    const common = { target_id: id, target: "Production", outcome: "ok", level: "INFO" };
    expect(activity).toMatchObject([
      { ...common, action: "cloud.account_updated", detail: { role_arn, old_role_arn: null } },
      { ...common, action: "cloud.account_added", detail: { role_arn: null } },
    ]);
    const { body: audit } = await own.get<Record<string, unknown>[]>("/audit?limit=1000");
    const mine = audit.filter(({ org_prefix }) => own.keys.org?.startsWith(String(org_prefix) || "none"));
    expect(mine.map(({ status_code }) => status_code)).toEqual([200, 201]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await save(other, {})).toMatchObject({
      status: 403,
      body: { detail: 'Module "cloud" is not enabled for this org' },
    });
  });
});

describe("404", () => {
  test("an id that the org does not have, and that of another org", async () => {
    const { id } = await newAccount(client);
    for (const [caller, wanted] of [
      [client, crypto.randomUUID()],
      [await fresh(), id],
    ] as const)
      expect(await save(caller, { id: wanted, role_arn: roleIn("444444444444") })).toMatchObject({
        status: 404,
        body: { detail: "Cloud account not found" },
      });
  });
});

describe("409", () => {
  test("the role of another account of the org; another org may have it", async () => {
    const own = await fresh();
    const role_arn = roleIn("111111111111");
    await newAccount(own, { role_arn });
    const { id } = await newAccount(own);
    for (const taken of [role_arn, roleIn("111111111111", "Other")])
      expect(await save(own, { id, role_arn: taken })).toMatchObject({
        status: 409,
        body: { detail: "Account 111111111111 is connected already" },
      });
    expect(await save(await fresh(), { role_arn })).toMatchObject({ status: 201 });
  });

  test("of five at once with one role, one wins", async () => {
    const own = await fresh();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await newAccount(own)).id);
    const answers = await Promise.all(ids.map((id) => save(own, { id, role_arn: roleIn("111111111111") })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe("422", () => {
  test.each([
    ["an ARN that is none", { role_arn: "PalisadeReadOnly" }, /^role_arn: is no ARN of an IAM role/],
    ["an ARN of a user", { role_arn: "arn:aws:iam::123456789012:user/x" }, /^role_arn: is no ARN/],
    ["a role of the service's own account", { role_arn: roleIn("000000000000") }, /^role_arn: .*of this service/],
    ["the assumer role itself", { role_arn: assumerArn }, /^role_arn: .*of this service/],
    ["a role of another partition", { role_arn: "arn:aws-cn:iam::123456789012:role/x" }, /^role_arn: .*partition/],
    ["an id that is no UUID", { id: "1" }, /^id: /],
    ["a name of two lines", { name: "a\nb" }, /^name: /],
    ["a name of 201 characters", { name: "x".repeat(201) }, /^name: /],
  ])("%s, and nothing is changed", async (_, body, detail) => {
    const before = await accountsOf(client);
    expect(await save(client, body)).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
    expect(await accountsOf(client)).toEqual(before);
  });

  test("more than 100 accounts", async () => {
    const own = await fresh();
    for (let count = 0; count < 100; count += 1) await newAccount(own);
    expect(await save(own, {})).toMatchObject({
      status: 422,
      body: { detail: "An org may have at most 100 cloud accounts" },
    });
  });
});
