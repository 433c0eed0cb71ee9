import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newOrg, type OrgFields } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

interface Event {
  readonly id: string;
  readonly action: string;
  readonly detail: unknown;
}

const service = useService();
let client: Client;
let org: OrgFields;
beforeAll(async () => {
  ({ client, org } = await newOrg(service()));
  await client.post("/org/domains", { domains: ["a.test", "b.test"] });
  const { body } = await client.get<{ id: string }[]>("/org/domains");
  await client.patch(`/org/domains/${body[0]?.id}`, { value: "c.test" });
  await client.delete(`/org/domains/${body[0]?.id}`);
});

refusesWrongKeys({ method: "GET", path: "/org/activity", auth: "org", client: () => client });

const list = async (query = "") => (await client.get<Event[]>(`/org/activity${query}`)).body;

describe("200", () => {
  test("what happened, newest first, with who did it", async () => {
    const events = await list();
    expect(events.map(({ action }) => action)).toEqual([
      "domain.removed",
      "domain.changed",
      "domain.added",
      "org.created",
    ]);
    expect(events[2]).toEqual({
      id: expect.any(String),
      occurred_at: expect.any(String),
      level: "INFO",
      action: "domain.added",
      outcome: "ok",
      org: org.slug,
      customer_id: org.customer_id,
      actor: "test",
      actor_kind: "admin",
      admin_key: client.keys.admin?.split("_").slice(0, 3).join("_"),
      target_type: "domain",
      target_id: expect.any(String),
      target: "a.test",
      ip: "127.0.0.1",
      detail: { added: 2, values: ["a.test", "b.test"] },
    });
  });

  test.each([
    ["?action=domain.added", ["domain.added"]],
    ["?action=scan.failed", []],
    ["?actor_kind=system", []],
    ["?actor_kind=admin&limit=1", ["domain.removed"]],
    ["?target_type=org", ["org.created"]],
    ["?outcome=ok&limit=2&offset=1", ["domain.changed", "domain.added"]],
    ["?outcome=denied", []],
    ["?target_type=domain&action=domain.changed", ["domain.changed"]],
    ["?unknown=1&limit=1", ["domain.removed"]],
  ])("%s", async (query, actions) => {
    expect((await list(query)).map(({ action }) => action)).toEqual(actions);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service());
    const { body } = await other.get<Event[]>("/org/activity");
    expect(body.map(({ action }) => action)).toEqual(["org.created"]);
  });
});

describe("422", () => {
  test.each(["action=domain.eaten", "actor_kind=robot", "target_type=x", "outcome=maybe", "limit=501", "offset=-1"])(
    "%s",
    async (query) => {
      expect(await client.get(`/org/activity?${query}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(`${query.split("=")[0]}: `) },
      });
    },
  );
});
