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
    const names = ["first", "second", "third"];
    for (const name of names) await admin.post("/orgs", { customer_id: name, customer_name: name });
    const { body } = await admin.get<Record<string, unknown>[]>("/orgs");
    expect(body.map((org) => org.customer_id)).toEqual(names.toReversed());
    expect(body[0]).not.toHaveProperty("org_api_key");
    const page = await admin.get<Record<string, unknown>[]>("/orgs?limit=1&offset=2");
    expect(page.body.map((org) => org.customer_id)).toEqual(["first"]);
    expect((await admin.get("/orgs?offset=3")).body).toEqual([]);
  });
});

describe("422", () => {
  test("a limit out of range", async () => {
    expect(await admin.get("/orgs?limit=1000")).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^limit: /) },
    });
  });
});
