import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
let ids: Record<string, string>;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["a.example.com", "b.example.com"] }));
  const { body } = await client.get<{ id: string; value: string }[]>("/org/domains");
  ids = Object.fromEntries(body.map(({ id, value }) => [value, id]));
});

refusesWrongKeys({
  method: "PATCH",
  path: `/org/domains/${crypto.randomUUID()}`,
  auth: "org",
  body: { value: "example.com" },
  client: () => client,
});

describe("200", () => {
  test("the value in lower case, the kind that follows from it, the same id", async () => {
    const id = ids["a.example.com"];
    expect(await client.patch(`/org/domains/${id}`, { value: "192.0.2.0/24" })).toMatchObject({
      status: 200,
      body: { id, value: "192.0.2.0/24", kind: "ip_range" },
    });
    expect(await client.patch(`/org/domains/${id}`, { value: "A.Example.COM" })).toMatchObject({
      status: 200,
      body: { id, value: "a.example.com", kind: "domain" },
    });
  });

  test("the value that it has already", async () => {
    expect(await client.patch(`/org/domains/${ids["b.example.com"]}`, { value: "b.example.com" })).toMatchObject({
      status: 200,
    });
  });
});

describe("404", () => {
  test("an id that the org does not have, and that of another org", async () => {
    const { client: other } = await newOrg(service());
    for (const [caller, id] of [
      [client, crypto.randomUUID()],
      [other, ids["a.example.com"]],
    ] as const)
      expect(await caller.patch(`/org/domains/${id}`, { value: "x.example.com" })).toMatchObject({
        status: 404,
        body: { detail: "Domain not found" },
      });
  });
});

describe("409", () => {
  test("the value of another domain", async () => {
    expect(await client.patch(`/org/domains/${ids["a.example.com"]}`, { value: "B.example.com" })).toMatchObject({
      status: 409,
      body: { detail: "Domain b.example.com exists already" },
    });
  });
});

describe("422", () => {
  test.each([
    ["no value", {}, /^value: /],
    ["a value that is no seed", { value: "" }, /^value: "" is no domain/],
    ["a range that no scan can visit", { value: "198.51.0.0/19" }, /^value: "198.51.0.0\/19" holds more than 4096/],
  ])("%s", async (_, body, detail) => {
    const answer = await client.patch(`/org/domains/${ids["a.example.com"]}`, body);
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
  });

  test("an id that is no UUID", async () => {
    expect(await client.patch("/org/domains/1", { value: "x.example.com" })).toMatchObject({ status: 422 });
  });
});
