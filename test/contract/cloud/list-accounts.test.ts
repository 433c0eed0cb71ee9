import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { type AccountBody, newAccount, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { modules: ["cloud"] }));
});

refusesWrongKeys({ method: "GET", path: "/org/cloud/accounts", auth: "org", client: () => client });

describe("200", () => {
  test("none at first, then each as it was answered, newest first, in pages", async () => {
    expect((await client.get("/org/cloud/accounts")).body).toEqual([]);
    const first = await newAccount(client, { name: "First", role_arn: roleIn("111111111111") });
    const second = await newAccount(client);
    expect((await client.get("/org/cloud/accounts")).body).toEqual([second, first]);
    expect((await client.get("/org/cloud/accounts?limit=1&offset=1")).body).toEqual([first]);
  });

  test("only the org's own", async () => {
    await newAccount(client);
    const { client: other } = await newOrg(service(), { modules: ["cloud"] });
    expect((await other.get<AccountBody[]>("/org/cloud/accounts")).body).toEqual([]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/cloud/accounts")).toMatchObject({
      status: 403,
      body: { detail: 'Module "cloud" is not enabled for this org' },
    });
  });
});

describe("422", () => {
  test.each(["limit=0", "limit=501", "offset=100001"])("%s", async (query) => {
    expect(await client.get(`/org/cloud/accounts?${query}`)).toMatchObject({ status: 422 });
  });
});
