import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let admin: Client;
beforeAll(async () => {
  admin = await newAdmin(service());
});

refusesWrongKeys({ method: "PATCH", path: "/orgs/acme", auth: "admin", body: {}, client: () => admin });

describe("200", () => {
  test("what is given changes, for the org's own key at once as well, and the rest stays", async () => {
    const { org, client } = await newOrg(service());
    const { body: before } = await client.get<Record<string, unknown>>("/org");
    const changes = { customer_name: "Renamed", modules_enabled: ["easm", "cloud"], scan_interval_days: 1 };
    const answer = await admin.patch(`/orgs/${org.customer_id}`, changes);
    expect(answer).toMatchObject({ status: 200, body: { ...before, ...changes } });
    expect(await client.get("/org")).toMatchObject({ status: 200, body: answer.body });
    expect(await admin.get(`/orgs/${org.customer_id}`)).toMatchObject({ body: answer.body });
  });

  test("an inactive org's key is refused until it is active again", async () => {
    const { org, client } = await newOrg(service());
    await admin.patch(`/orgs/${org.customer_id}`, { is_active: false });
    expect(await client.get("/org")).toMatchObject({ status: 401, body: { detail: "Invalid org key" } });
    await admin.patch(`/orgs/${org.customer_id}`, { is_active: true });
    expect(await client.get("/org")).toMatchObject({ status: 200 });
  });

  test("a module that is enabled later can be scanned", async () => {
    const { org, client } = await newOrg(service());
    expect(await client.post("/org/scans", { module: "dast" })).toMatchObject({ status: 403 });
    await admin.patch(`/orgs/${org.customer_id}`, { modules_enabled: ["dast", "dast"] });
    expect(await client.post("/org/scans", { module: "dast" })).toMatchObject({ status: 409 });
    expect(await client.get("/org")).toMatchObject({ body: { modules_enabled: ["dast"] } });
  });

  test("leaves an event with the old and the new values, and none when nothing differs", async () => {
    const { org, client } = await newOrg(service());
    await admin.patch(`/orgs/${org.customer_id}`, { scan_interval_days: 3 });
    await admin.patch(`/orgs/${org.customer_id}`, { scan_interval_days: 3 });
    await admin.patch(`/orgs/${org.customer_id}`, { unknown: true });
    const { body } = await client.get("/org/activity?action=org.updated");
    expect(body).toMatchObject([{ detail: { old: { scan_interval_days: 14 }, new: { scan_interval_days: 3 } } }]);
    expect(body).toHaveLength(1);
  });

  test("of changes to different settings at once none is lost, on the org and on its key", async () => {
    const { org, client } = await newOrg(service());
    const changes = [{ customer_name: "Both" }, { scan_interval_days: 7 }, { modules_enabled: ["cloud"] }];
    await Promise.all(changes.map((change) => admin.patch(`/orgs/${org.customer_id}`, change)));
    expect(await client.get("/org")).toMatchObject({ body: Object.assign({}, ...changes) });
    expect(await admin.get(`/orgs/${org.customer_id}`)).toMatchObject({ body: Object.assign({}, ...changes) });
  });
});

describe("404", () => {
  test("an unknown customer_id", async () => {
    expect(await admin.patch("/orgs/nobody", {})).toMatchObject({ status: 404, body: { detail: "Org not found" } });
  });
});

describe("422", () => {
  test.each([
    ["customer_name", { customer_name: "" }],
    ["customer_name", { customer_name: "a\nb" }],
    ["modules_enabled", { modules_enabled: [] }],
    ["modules_enabled.0", { modules_enabled: ["sast"] }],
    ["scan_interval_days", { scan_interval_days: 0 }],
    ["scan_interval_days", { scan_interval_days: 366 }],
    ["scan_interval_days", { scan_interval_days: "14" }],
    ["is_active", { is_active: null }],
    ["body", []],
  ])("%s: %j", async (field, body) => {
    const { org, client } = await newOrg(service());
    const { body: before } = await client.get("/org");
    expect(await admin.patch(`/orgs/${org.customer_id}`, body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`${field}: `) },
    });
    expect((await client.get("/org")).body).toEqual(before);
  });
});
