import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
let id: string;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["a.example.com", "b.example.com"] }));
  const { body } = await client.get<{ id: string; value: string }[]>("/org/domains");
  id = body.find(({ value }) => value === "a.example.com")?.id ?? "";
});

refusesWrongKeys({ method: "DELETE", path: `/org/domains/${crypto.randomUUID()}`, auth: "org", client: () => client });

describe("404", () => {
  test("another org's domain, which stays", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.delete(`/org/domains/${id}`)).toMatchObject({
      status: 404,
      body: { detail: "Domain not found" },
    });
    expect((await client.get<unknown[]>("/org/domains")).body).toHaveLength(2);
  });
});

describe("204", () => {
  test("the domain is gone, the others stay, and a second time it is not found", async () => {
    expect(await client.delete(`/org/domains/${id}`)).toMatchObject({ status: 204, body: undefined });
    const { body } = await client.get<{ value: string }[]>("/org/domains");
    expect(body.map(({ value }) => value)).toEqual(["b.example.com"]);
    expect(await client.delete(`/org/domains/${id}`)).toMatchObject({ status: 404 });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.delete("/org/domains/a")).toMatchObject({ status: 422 });
  });
});
