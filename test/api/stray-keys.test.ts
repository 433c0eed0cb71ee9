import { beforeAll, describe, expect, test } from "vitest";
import { refuseStrayKeys } from "../../functions/api/stray-keys.ts";
import { type Client, newOrg, type OrgFields } from "../support/client.ts";
import { strangerKey } from "../support/refusals.ts";
import { useService } from "../support/service.ts";
import { storedItems } from "../support/sweep-table.ts";

/** Keys out of their place: refused before anything is stored, whoever was given them. */

const service = useService();
let org: OrgFields;
let client: Client;
beforeAll(async () => {
  ({ org, client } = await newOrg(service(), { domains: ["acme.test"] }));
});

const refused = (place: string) => ({
  status: 422,
  body: { detail: `${place} holds a key; keys belong in their own headers alone` },
});

/** Keys by what they are: functions, as they are there within tests. */
const keys: readonly (readonly [string, () => string])[] = [
  ["the master key", () => service().masterKey],
  ["the caller's admin key", () => client.keys.admin ?? ""],
  ["the caller's org key", () => org.org_api_key],
  ["a key that nobody was given", () => strangerKey("org")],
];

const spellings: readonly (readonly [string, (key: string) => string])[] = [
  ["as it is", (key) => key],
  ["within other text", (key) => `see ${key}9`],
  ["escaped", (key) => key.replaceAll(/[_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)],
  ["escaped twice", (key) => `%25${key.charCodeAt(0).toString(16)}${key.slice(1)}`],
];

test("a master key that is a word hinders nobody who uses the word", async () => {
  const request = {
    headers: { "X-Master-Key": "findings" },
    multiValueHeaders: { "X-Master-Key": ["findings"] },
    path: "/org/findings",
    body: { customer_name: "findings" },
  };
  expect(() => refuseStrayKeys(request as never, { auth: "org" })).not.toThrow();
});

test("the secret part of a key is as good as the key", async () => {
  const secret = org.org_api_key.slice(org.org_api_key.lastIndexOf("_") + 1);
  expect(await client.post("/org/domains", { domains: [secret] })).toMatchObject(refused("The body"));
});

describe.each(keys)("%s", (_, key) => {
  test.each(spellings)("in the path, %s", async (_, spell) => {
    expect(await client.get(`/orgs/${encodeURIComponent(spell(key()))}`)).toMatchObject(refused("The path"));
  });

  test.each(spellings)("in the query, %s", async (_, spell) => {
    const value = encodeURIComponent(spell(key()));
    expect(await client.get(`/org/findings?limit=1&unknown=${value}`)).toMatchObject(refused("The query"));
    expect(await client.get(`/org/findings?${value}=1`)).toMatchObject(refused("The query"));
    expect(await client.get(`/org/findings?unknown=${value}&unknown=1`)).toMatchObject(refused("The query"));
  });

  test.each(spellings)("in the body, %s", async (_, spell) => {
    const text = spell(key());
    const before = await storedItems();
    for (const body of [
      { domains: [text] },
      { domains: ["a.test"], note: { deep: [[text]] } },
      { [text]: 1, domains: [] },
    ])
      expect(await client.post("/org/domains", body)).toMatchObject(refused("The body"));
    expect(await storedItems()).toEqual(before);
  });

  test("in the body, escaped as JSON may be", async () => {
    const text = [...key()].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const json = { "Content-Type": "application/json" };
    expect(await client.send("POST", "/org/domains", json, `{"domains":["${text}"]}`)).toMatchObject(
      refused("The body"),
    );
  });

  test("in a body that nobody asked for", async () => {
    expect(await client.post(`/orgs/${org.customer_id}/rotate-key`, { key: key() })).toMatchObject(refused("The body"));
  });

  test("in a header that is kept", async () => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key() };
    expect(await client.send("POST", "/org/scans", headers, "{}")).toMatchObject(refused("The header Idempotency-Key"));
  });
});

test("the audit row of such a call holds no key", async () => {
  const master = client.only({ master: service().masterKey });
  for (const [, key] of keys) for (const [, spell] of spellings) await client.post(`/orgs/${spell(key())}/rotate-key`);
  const { body: rows } = await master.get("/audit?limit=100");
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ status_code: 422 })]));
  for (const [, key] of keys) expect(JSON.stringify(rows)).not.toContain(key().slice(-40));
});

describe("not refused", () => {
  test.each([
    ["a public prefix", () => org.api_key_prefix],
    [
      "a key with a typing error, which opens nothing",
      () => `${org.org_api_key.slice(0, -1)}${org.org_api_key.endsWith("0") ? 1 : 0}`,
    ],
  ])("%s", async (_, text) => {
    expect(await client.get(`/orgs/${text()}`)).toMatchObject({ status: 404 });
  });

  test("a short value of a key header that is not asked for", async () => {
    const answer = await client.only({ ...client.keys, org: "acme" }).get("/orgs/acme");
    expect(answer).toMatchObject({ status: 404 });
  });
});

test("keys that are wrong, and modules that are not enabled, are judged before", async () => {
  const body = { domains: [org.org_api_key] };
  expect(await client.with({ admin: strangerKey("adm") }).post("/org/domains", body)).toMatchObject({ status: 401 });
  const cloud = { role_arn: org.org_api_key };
  expect(await client.post("/org/cloud/accounts", cloud)).toMatchObject({ status: 403 });
});
