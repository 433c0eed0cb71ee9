import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["a.example.com", "b.example.com", "c.example.com"] }));
});

refusesWrongKeys({ method: "GET", path: "/org/domains", auth: "org", client: () => client });

describe("200", () => {
  test("id, value and kind, newest first, in pages", async () => {
    const { data } = await client.api.GET("/org/domains");
    expect(data?.map(({ value }) => value)).toEqual(["c.example.com", "b.example.com", "a.example.com"]);
    expect(Object.keys(data?.[0] ?? {}).sort()).toEqual(["id", "kind", "value"]);
    const page = await client.api.GET("/org/domains", { params: { query: { limit: 1, offset: 1 } } });
    expect(page.data?.map(({ value }) => value)).toEqual(["b.example.com"]);
  });

  test("only the org's own", async () => {
    const { client: other } = await newOrg(service(), { domains: ["other.example.com"] });
    const { data } = await other.api.GET("/org/domains");
    expect(data?.map(({ value }) => value)).toEqual(["other.example.com"]);
  });
});

describe("422", () => {
  test("an offset that is no number", async () => {
    expect(await client.get("/org/domains?offset=many")).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^offset: /) },
    });
  });
});
