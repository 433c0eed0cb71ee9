import { beforeAll, describe, expect, test } from "vitest";
import { writeResults } from "../../../functions/store/cloud-results.ts";
import { snapshotHead } from "../../../functions/store/snapshots.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { newAccount, result, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
let orgId: string;
beforeAll(async () => {
  const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
  client = own;
  orgId = org.id;
});

refusesWrongKeys({
  method: "DELETE",
  path: `/org/cloud/accounts/${crypto.randomUUID()}`,
  auth: "org",
  client: () => client,
});

describe("204", () => {
  test("the account and its results are gone, the others stay, and an event tells of it", async () => {
    const kept = await newAccount(client, { role_arn: roleIn("111111111111") });
    const gone = await newAccount(client, { role_arn: roleIn("222222222222") });
    for (const { id, account_id } of [kept, gone])
      await writeResults(orgId, id, crypto.randomUUID(), [result({ account_id: account_id ?? "" })], new Date());
    expect((await client.get("/org/cloud/results")).body).toHaveLength(2);
    expect(await client.delete(`/org/cloud/accounts/${gone.id}`)).toMatchObject({ status: 204 });
    expect((await client.get("/org/cloud/accounts")).body).toEqual([kept]);
    expect((await client.get("/org/cloud/results")).body).toMatchObject([{ account_id: "111111111111" }]);
    expect((await client.get("/org/cloud/frameworks")).body).toMatchObject([{ passed: 1 }]);
    expect((await client.get(`/org/cloud/compliance?framework=CIS&account=${gone.id}`)).status).toBe(404);
    expect(await snapshotHead(orgId, `cloud-results:${gone.id}`)).toBeNull();
    expect((await client.get("/org/activity?action=cloud.account_removed")).body).toMatchObject([
      { target_id: gone.id, detail: { role_arn: gone.role_arn } },
    ]);
  });

  test("the same account can be connected anew, with another external ID and without results", async () => {
    const { client: own } = await newOrg(service(), { modules: ["cloud"] });
    const before = await newAccount(own, { role_arn: roleIn("111111111111") });
    await own.delete(`/org/cloud/accounts/${before.id}`);
    const after = await newAccount(own, { role_arn: roleIn("111111111111") });
    expect(after.external_id).not.toBe(before.external_id);
    expect((await own.get("/org/cloud/results")).body).toEqual([]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.delete(`/org/cloud/accounts/${crypto.randomUUID()}`)).toMatchObject({ status: 403 });
  });
});

describe("404", () => {
  test("an id that the org does not have, that of another org, and one that was removed", async () => {
    const account = await newAccount(client);
    const { client: other } = await newOrg(service(), { modules: ["cloud"] });
    const absent = { status: 404, body: { detail: "Cloud account not found" } };
    expect(await client.delete(`/org/cloud/accounts/${crypto.randomUUID()}`)).toMatchObject(absent);
    expect(await other.delete(`/org/cloud/accounts/${account.id}`)).toMatchObject(absent);
    expect(await client.delete(`/org/cloud/accounts/${account.id}`)).toMatchObject({ status: 204 });
    expect(await client.delete(`/org/cloud/accounts/${account.id}`)).toMatchObject(absent);
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.delete("/org/cloud/accounts/1")).toMatchObject({ status: 422 });
  });
});
