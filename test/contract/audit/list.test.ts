import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Client, newAdmin, newOrg } from "../../support/client.ts";
import { refusesWrongKeys, strangerKey } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status_code: number;
  readonly admin_prefix: string;
  readonly org_prefix: string;
  readonly detail: unknown;
}

const service = useService();
let master: Client;
beforeAll(async () => {
  const admin = await newAdmin(service());
  master = admin.only({ master: service().masterKey });
});

refusesWrongKeys({ method: "GET", path: "/audit", auth: "master", client: () => master });

const log = async (query = "?limit=1000") => (await master.get<Row[]>(`/audit${query}`)).body;

/** Rows that came while something was done, newest first. */
async function rowsOf(act: () => Promise<unknown>): Promise<Row[]> {
  const before = new Set((await log()).map(({ id }) => id));
  await act();
  return (await log()).filter(({ id }) => !before.has(id));
}

describe("200", () => {
  test("one row for each call that could change something, whatever it was answered, newest first", async () => {
    const { org, client } = await newOrg(service(), { domains: ["acme.test"] });
    const prefix = client.keys.admin?.split("_").slice(0, 3).join("_");
    const rows = await rowsOf(async () => {
      await client.post("/org/domains", { domains: ["a.acme.test"] });
      await client.post("/org/domains", { domains: ["a.acme.test"] });
      await client.post("/org/domains", { domains: "nonsense" });
      await client.delete(`/org/domains/${crypto.randomUUID()}`);
      await client.with({ org: strangerKey("org") }).post("/org/domains", { domains: ["b.acme.test"] });
      await client.with({ admin: "nonsense" }).post("/org/domains", { domains: ["b.acme.test"] });
      await client.only({ master: service().masterKey }).post("/org/domains", { domains: ["b.acme.test"] });
      await client.get("/org/domains");
      await client.with({ master: "wrong" }).post("/org/domains", { domains: ["b.acme.test"] });
    });
    expect(rows.map(({ status_code }) => status_code)).toEqual([422, 401, 401, 404, 422, 201, 201]);
    expect(rows.at(-1)).toEqual({
      id: expect.any(String),
      method: "POST",
      path: "/api/v1/org/domains",
      status_code: 201,
      admin_prefix: prefix,
      org_prefix: org.api_key_prefix,
      ip: "127.0.0.1",
      created_at: expect.any(String),
      detail: {},
    });
    expect(rows[1]).toMatchObject({ admin_prefix: "", org_prefix: org.api_key_prefix });
    expect(rows[0]).toMatchObject({ admin_prefix: "", org_prefix: "" });
    for (const key of Object.values(client.keys)) expect(JSON.stringify(rows)).not.toContain(key);
  });

  test("no key in full, also when a caller put one where an id belongs", async () => {
    const { org, client } = await newOrg(service());
    const secrets = [org.org_api_key, client.keys.admin ?? "", service().masterKey];
    const spellings = secrets.flatMap((secret) => [
      secret,
      secret.replaceAll("_", "%5F"),
      secret.replaceAll("_", "%255f"),
    ]);
    const rows = await rowsOf(async () => {
      for (const spelling of spellings) await client.post(`/orgs/${spelling}/rotate-key`);
    });
    expect(rows).toHaveLength(spellings.length);
    expect(rows.at(-1)?.path).toBe(`/api/v1/orgs/${org.api_key_prefix}_.../rotate-key`);
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret.slice(-20));
  });

  test("a bypassed cooldown is on record, also when the scan was refused", async () => {
    const { client } = await newOrg(service());
    const rows = await rowsOf(() => client.post("/org/scans", { force: true }));
    expect(rows).toMatchObject([{ status_code: 400, detail: { force: true, module: "easm" } }]);
  });

  test("calls of the master key alone", async () => {
    const rows = await rowsOf(() => master.post("/admin-keys", { name: "audited" }));
    expect(rows).toMatchObject([{ method: "POST", path: "/api/v1/admin-keys", status_code: 201, admin_prefix: "" }]);
  });

  test("pages follow their Link without repeating or dropping a row while rows are being added", async () => {
    const expected = (await log()).map(({ id }) => id);
    const seen: string[] = [];
    // The log of a deployed service holds the calls of all files.
    let path: string | undefined = `/audit?limit=${Math.max(3, Math.ceil(expected.length / 10))}`;
    while (path !== undefined) {
      const answer: Answer<Row[]> = await master.get(path);
      seen.push(...answer.body.map(({ id }) => id));
      await master.post("/admin-keys", { name: "meanwhile" });
      path = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
    }
    expect(seen).toEqual(expected);
  });
});

describe("422", () => {
  test.each([
    "limit=0",
    "limit=1001",
    "limit=ten",
    "limit=",
    "limit=1e2",
    "limit=1&limit=2",
    "after=%00",
    "after=x",
    "after=2026-01-01T00:00:00.000Z_x",
  ])("%s", async (query) => {
    expect(await master.get(`/audit?${query}`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`${query.split("=")[0]}: `) },
    });
  });
});
