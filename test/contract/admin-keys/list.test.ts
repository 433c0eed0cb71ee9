import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let master: Client;
beforeAll(() => {
  master = new Client(service().baseUrl, { master: service().masterKey });
});

refusesWrongKeys({ method: "GET", path: "/admin-keys", auth: "master", client: () => master });

describe("200", () => {
  test("newest first, without secrets, in pages", async () => {
    const names = ["first", "second", "third"];
    for (const name of names) await master.post("/admin-keys", { name });
    const all = await master.get<Record<string, unknown>[]>("/admin-keys");
    expect(all.body.slice(0, 3).map((key) => key.name)).toEqual(names.toReversed());
    expect(Object.keys(all.body[0] ?? {}).sort()).toEqual(["active", "created_at", "id", "key_prefix", "name"]);
    const page = await master.get<Record<string, unknown>[]>("/admin-keys?limit=1&offset=1");
    expect(page.body.map((key) => key.name)).toEqual(["second"]);
  });
});

describe("422", () => {
  test.each(["limit=0", "limit=501", "limit=x", "limit=1.5", "offset=-1", "offset=100001"])("%s", async (query) => {
    const answer = await master.get(`/admin-keys?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/^(limit|offset): /) } });
  });
});
