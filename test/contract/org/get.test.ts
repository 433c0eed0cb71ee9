import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin, newOrg, type OrgFields } from "../../support/client.ts";
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

describe("429", () => {
  test("the 301st request of an admin key in a minute; another key is not affected", async () => {
    const other = await newAdmin(service());
    const caller = client.with({ admin: other.keys.admin ?? "" });
    const answers = await Promise.all(Array.from({ length: 610 }, () => caller.get("/org")));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { detail: "Rate limit exceeded: 300 requests per minute" } });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(600);
    expect(await client.get("/org")).toMatchObject({ status: 200 });
  });
});
