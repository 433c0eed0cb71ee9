import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let admin: Client;
beforeAll(async () => {
  admin = await newAdmin(service());
});

refusesWrongKeys({ method: "GET", path: "/orgs", auth: "admin", client: () => admin });

describe("200", () => {
  test("newest first, without keys, in pages", async () => {
    const names = ["first", "second", "third"].map((name) => `${name}-${crypto.randomUUID()}`);
    for (const name of names) await admin.post("/orgs", { customer_id: name, customer_name: name });
    const { data } = await admin.api.GET("/orgs");
    expect(data?.slice(0, 3).map((org) => org.customer_id)).toEqual(names.toReversed());
    expect(data?.[0]).not.toHaveProperty("org_api_key");
    const page = await admin.api.GET("/orgs", { params: { query: { limit: 1, offset: 2 } } });
    expect(page.data?.map((org) => org.customer_id)).toEqual([names[0]]);
    expect((await admin.api.GET("/orgs", { params: { query: { offset: 10_000 } } })).data).toEqual([]);
  });
});

describe("422", () => {
  test("a limit out of range", async () => {
    const { error, response } = await admin.api.GET("/orgs", { params: { query: { limit: 1000 } } });
    expect(response.status).toBe(422);
    expect(error?.detail).toMatch(/^limit: /);
  });
});
