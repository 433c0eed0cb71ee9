import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let admin: Client;
beforeAll(async () => {
  admin = await newAdmin(service());
});

refusesWrongKeys({ method: "GET", path: "/orgs/acme", auth: "admin", client: () => admin });

describe("200", () => {
  test("the org, without its key", async () => {
    const { org } = await newOrg(service());
    const { org_api_key: _, ...shown } = org;
    expect(await admin.get(`/orgs/${org.customer_id}`)).toMatchObject({ status: 200, body: shown });
  });

  test("a customer_id with characters that a URL must escape", async () => {
    const customer_id = "Müller & Söhne: 50% #1?";
    await admin.post("/orgs", { customer_id, customer_name: "Müller" });
    expect(await admin.get(`/orgs/${encodeURIComponent(customer_id)}`)).toMatchObject({
      status: 200,
      body: { customer_id },
    });
  });
});

describe("404", () => {
  test.each([
    ["an unknown customer_id", "nobody"],
    ["the org's own UUID", "uuid"],
  ])("%s", async (_, which) => {
    const { org } = await newOrg(service());
    const id = which === "uuid" ? org.id : which;
    expect(await admin.get(`/orgs/${id}`)).toMatchObject({ status: 404, body: { detail: "Org not found" } });
  });
});
