import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let master: Client;
beforeAll(() => {
  master = new Client(service().baseUrl, { master: service().masterKey });
});

refusesWrongKeys({
  method: "DELETE",
  path: `/admin-keys/${crypto.randomUUID()}`,
  auth: "master",
  client: () => master,
});

describe("204", () => {
  test("the key stops working at once, and stays listed as inactive", async () => {
    const { body: key } = await master.post<{ id: string; admin_key: string }>("/admin-keys", { name: "short-lived" });
    const admin = master.with({ admin: key.admin_key });
    expect(await admin.get("/orgs")).toMatchObject({ status: 200 });
    expect(await master.delete(`/admin-keys/${key.id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await admin.get("/orgs")).toMatchObject({ status: 401, body: { detail: "Invalid admin key" } });
    const { body: keys } = await master.get<{ id: string; active: boolean }[]>("/admin-keys");
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({ active: false });
  });

  test("revoking twice is the same as once", async () => {
    const { body: key } = await master.post<{ id: string }>("/admin-keys", { name: "twice" });
    await master.delete(`/admin-keys/${key.id}`);
    expect(await master.delete(`/admin-keys/${key.id}`)).toMatchObject({ status: 204 });
  });
});

describe("404", () => {
  test("an id that no key has", async () => {
    expect(await master.delete(`/admin-keys/${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { detail: "Admin key not found" },
    });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await master.delete("/admin-keys/1")).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^id: /) },
    });
  });
});
