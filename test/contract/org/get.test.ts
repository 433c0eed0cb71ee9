import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg, type OrgFields } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
let org: OrgFields;
beforeAll(async () => {
  ({ client, org } = await newOrg(service()));
});

refusesWrongKeys({ method: "GET", path: "/org", auth: "org", client: () => client });

describe("200", () => {
  test("the org of the key, without the key", async () => {
    const { org_api_key: _, ...shown } = org;
    const { data } = await client.api.GET("/org");
    expect(data).toMatchObject(shown);
    expect(data).not.toHaveProperty("org_api_key");
  });

  test("header names in any case", async () => {
    const { master = "", admin = "", org: key = "" } = client.keys;
    const answer = await client
      .only({})
      .send("GET", "/org", { "x-master-key": master, "X-ADMIN-KEY": admin, "x-Org-Key": key }, null);
    expect(answer.status).toBe(200);
  });
});
