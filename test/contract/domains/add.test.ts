import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service()));
});

refusesWrongKeys({
  method: "POST",
  path: "/org/domains",
  auth: "org",
  body: { domains: ["example.com"] },
  client: () => client,
});

describe("201", () => {
  test("the full list; known values are ignored and keep their ids", async () => {
    const first = await client.post<{ id: string; value: string }[]>("/org/domains", { domains: ["a.example.com"] });
    const second = await client.post<{ id: string; value: string }[]>("/org/domains", {
      domains: ["A.example.com", "b.example.com"],
    });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.map(({ value }) => value)).toEqual(["b.example.com", "a.example.com"]);
    expect(second.body[1]?.id).toBe(first.body[0]?.id);
  });

  test("the largest range that a scan visits, and a mapped one as the IPv4 range that it is", async () => {
    const { client: ranges } = await newOrg(service());
    const answer = await ranges.post<{ value: string }[]>("/org/domains", {
      domains: ["198.51.0.0/20", "2001:db8::/116", "::ffff:192.0.2.0/120"],
    });
    expect(answer.status).toBe(201);
    expect(answer.body.map(({ value }) => value)).toEqual(["192.0.2.0/24", "2001:db8::/116", "198.51.0.0/20"]);
  });

  test("five requests at once lose nothing", async () => {
    const { client: busy } = await newOrg(service());
    const names = Array.from({ length: 5 }, (_, index) => `h${index}.example.com`);
    const answers = await Promise.all(names.map((name) => busy.post("/org/domains", { domains: [name] })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const { body } = await busy.get<{ value: string }[]>("/org/domains");
    expect(body.map(({ value }) => value).sort()).toEqual(names);
  });
});

describe("422", () => {
  test.each([
    ["no domains", {}, /^domains: /],
    ["an empty list", { domains: [] }, /^domains: /],
    ["a number", { domains: [7] }, /^domains\.0: /],
    ["a value that is no seed", { domains: ["ok.example.com", "not<ok"] }, /^domains: "not<ok" is no domain/],
    [
      "a range that no scan can visit",
      { domains: ["198.51.0.0/19"] },
      /^domains: "198.51.0.0\/19" holds more than 4096/,
    ],
    ["an IPv6 network", { domains: ["2001:db8::/64"] }, /^domains: "2001:db8::\/64" holds more than 4096/],
    ["a mapped range of no IPv4", { domains: ["::ffff:192.0.2.0/95"] }, /^domains: .* is no domain/],
  ])("%s, and nothing is added", async (_, body, detail) => {
    const before = await client.get("/org/domains");
    expect(await client.post("/org/domains", body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
    expect((await client.get("/org/domains")).body).toEqual(before.body);
  });

  test("more than 500 in all", async () => {
    const { client: full } = await newOrg(service(), {
      domains: Array.from({ length: 500 }, (_, index) => `h${index}.example.com`),
    });
    expect(await full.post("/org/domains", { domains: ["one-more.example.com"] })).toMatchObject({
      status: 422,
      body: { detail: "domains: an org may have at most 500" },
    });
  });
});
