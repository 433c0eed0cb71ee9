import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let admin: Client;
beforeAll(async () => {
  admin = await newAdmin(service());
});

refusesWrongKeys({ method: "POST", path: "/orgs/acme/rotate-key", auth: "admin", client: () => admin });

const rotate = (customerId: string) =>
  admin.post<{ org_api_key: string; api_key_prefix: string }>(`/orgs/${customerId}/rotate-key`);

describe("200", () => {
  test("the new key works, the old one stops at once, and the org is the same", async () => {
    const { org, client } = await newOrg(service());
    const { status, body } = await rotate(org.customer_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: org.id, customer_id: org.customer_id });
    expect(body.org_api_key.startsWith(body.api_key_prefix)).toBe(true);
    expect(body.api_key_prefix).not.toBe(org.api_key_prefix);
    expect(await client.get("/org")).toMatchObject({ status: 401, body: { detail: "Invalid org key" } });
    const { org_api_key: _, ...shown } = body;
    expect(await client.with({ org: body.org_api_key }).get("/org")).toMatchObject({ status: 200, body: shown });
    expect(await admin.get(`/orgs/${org.customer_id}`)).toMatchObject({ status: 200, body: shown });
  });

  test("of many rotations at once every one answers a key, and just the one on record works", async () => {
    const { org, client } = await newOrg(service());
    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(org.customer_id)));
    const keys = answers.filter(({ status }) => status === 200).map(({ body }) => body.org_api_key);
    const { body: current } = await admin.get<{ api_key_prefix: string }>(`/orgs/${org.customer_id}`);
    const working = [];
    for (const key of keys) if ((await client.with({ org: key }).get("/org")).status === 200) working.push(key);
    expect(working).toHaveLength(1);
    expect(working[0]?.startsWith(current.api_key_prefix)).toBe(true);
  });

  test("leaves an event with both prefixes and neither key", async () => {
    const { org, client } = await newOrg(service());
    const { body } = await rotate(org.customer_id);
    const { body: events } = await client
      .with({ org: body.org_api_key })
      .get<{ detail: unknown }[]>("/org/activity?action=org.key_rotated");
    expect(events).toMatchObject([
      { level: "WARNING", target_id: org.id, detail: { old: org.api_key_prefix, new: body.api_key_prefix } },
    ]);
    for (const key of [org.org_api_key, body.org_api_key]) expect(JSON.stringify(events)).not.toContain(key);
  });
});

describe("404", () => {
  test("an unknown customer_id", async () => {
    expect(await rotate("nobody")).toMatchObject({ status: 404, body: { detail: "Org not found" } });
  });
});
