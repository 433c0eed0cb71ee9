import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scannerKeys } from "../../../functions/scanners/keys.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { newAccount, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";
import { startSts, type TestSts } from "../../support/sts.ts";

const service = useService();
let sts: TestSts;
let client: Client;
beforeAll(async () => {
  sts = await startSts();
  ({ client } = await newOrg(service(), { modules: ["cloud"] }));
});
afterAll(() => sts.stop());

refusesWrongKeys({ method: "GET", path: "/org/cloud/status", auth: "org", client: () => client });

const NO_ACCOUNT = { status: 409, body: { detail: "A cloud scan requires a validated cloud account" } };

describe("200", () => {
  test("a module that is not enabled", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/cloud/status")).toMatchObject({
      status: 200,
      body: { enabled: false, validated_accounts: 0, can_run: false },
    });
  });

  test("the gate of a scan opens with the first validated account, and no other", async () => {
    const status = async () => (await client.get("/org/cloud/status")).body;
    const { external_id, id, role_arn } = await newAccount(client, { role_arn: roleIn("123456789012") });
    expect(await status()).toEqual({ enabled: true, validated_accounts: 0, can_run: false });
    expect(await client.post("/org/scans", { module: "cloud" })).toMatchObject(NO_ACCOUNT);
    sts.roles.set(role_arn ?? "", { externalId: external_id });
    await client.post(`/org/cloud/accounts/${id}/validate`);
    expect(await status()).toEqual({ enabled: true, validated_accounts: 1, can_run: scannerKeys.cloud.length > 0 });
    const scan = await client.post<{ detail: string }>("/org/scans", { module: "cloud" });
    expect(scan.status).toBe(scannerKeys.cloud.length > 0 ? 202 : 409);
    expect(scan.body.detail).not.toBe(NO_ACCOUNT.body.detail);
    await client.delete(`/org/cloud/accounts/${id}`);
    expect(await status()).toEqual({ enabled: true, validated_accounts: 0, can_run: false });
  });

  test("validated accounts of an org that has lost the module stay counted, but nothing can run", async () => {
    const { client: own, org } = await newOrg(service(), { modules: ["easm", "cloud"] });
    const { external_id, id, role_arn } = await newAccount(own, { role_arn: roleIn("123456789012") });
    sts.roles.set(role_arn ?? "", { externalId: external_id });
    await own.post(`/org/cloud/accounts/${id}/validate`);
    await own.patch(`/orgs/${org.customer_id}`, { modules_enabled: ["easm"] });
    expect((await own.get("/org/cloud/status")).body).toEqual({
      enabled: false,
      validated_accounts: 1,
      can_run: false,
    });
  });
});
