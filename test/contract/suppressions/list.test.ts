import { beforeAll, describe, expect, test } from "vitest";
import { Suppression } from "../../../functions/store/entities/suppression.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { putFinding } from "../../support/finding-rows.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

interface Row {
  readonly id: string;
  readonly value: string;
  readonly created_at: string;
  readonly expired: boolean;
}

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service()));
});

refusesWrongKeys({ method: "GET", path: "/org/suppressions", auth: "org", client: () => client });

/** An org with findings of these titles, each answered with a rule by title. */
async function orgWithRules(titles: readonly string[]) {
  const { org, client: owner } = await newOrg(service());
  const ids: string[] = [];
  for (const title of titles) {
    const { id } = await putFinding(org.id, { title });
    await suppress(owner, id);
    ids.push(id);
  }
  return {
    org,
    owner,
    ids,
    list: async (query = "") => (await owner.get<Row[]>(`/org/suppressions${query}`)).body,
  };
}

const suppress = (owner: Client, id: string, more: object = {}) =>
  owner.patch(`/org/findings/${id}`, {
    status: "accepted_risk",
    suppress_similar: true,
    suppress_match: "title",
    ...more,
  });

describe("200", () => {
  test("nothing, where there is no rule", async () => {
    expect(await client.get("/org/suppressions")).toMatchObject({ status: 200, body: [] });
  });

  test("a rule in full, and without what its answer left out", async () => {
    const { org, client: owner } = await newOrg(service());
    const { id } = await putFinding(org.id);
    await owner.patch(`/org/findings/${id}`, { status: "false_positive", suppress_similar: true });
    const rule = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      match: "template_id",
      value: "easm.http.weak",
      status: "false_positive",
      hits: 0,
      note: null,
      actor: "test",
      finding_id: id,
      created_at: expect.any(String),
      expires_at: null,
      expired: false,
    };
    expect(await owner.get("/org/suppressions")).toMatchObject({ status: 200, body: [rule] });
    const more = { status: "accepted_risk", note: "Ours.", actor: "jane", expires_at: inDays(1) };
    await suppress(owner, id, { ...more, suppress_match: "template_id" });
    expect((await owner.get("/org/suppressions")).body).toEqual([{ ...rule, ...more }]);
  });

  test("one whose time is over, as expired", async () => {
    const { org, ids, owner, list } = await orgWithRules(["Weak", "Weaker"]);
    await suppress(owner, ids[0] ?? "", { expires_at: inDays(1) });
    const [rule] = (await list()).filter(({ value }) => value === "Weak");
    await Suppression.patch({ org_id: org.id, id: rule?.id ?? "" })
      .set({ expires_at: "2026-01-01T00:00:00.000Z" })
      .go();
    expect((await list()).map(({ value, expired }) => [value, expired])).toEqual([
      ["Weak", true],
      ["Weaker", false],
    ]);
  });

  test("not one that an answer has taken back", async () => {
    const { owner, ids, list } = await orgWithRules(["Weak", "Weaker"]);
    await owner.patch(`/org/findings/${ids[0]}`, { status: "in_progress" });
    expect((await list()).map(({ value }) => value)).toEqual(["Weaker"]);
  });

  test("newest first; one that is made anew is the newest", async () => {
    const { owner, ids, list } = await orgWithRules(["One", "Two", "Three"]);
    expect((await list()).map(({ value }) => value)).toEqual(["Three", "Two", "One"]);
    await suppress(owner, ids[0] ?? "");
    expect((await list()).map(({ value }) => value)).toEqual(["One", "Three", "Two"]);
  });

  test("pages by offset and by cursor, each rule once", async () => {
    const { owner, list } = await orgWithRules(["One", "Two", "Three"]);
    expect((await list("?limit=1&offset=1")).map(({ value }) => value)).toEqual(["Two"]);
    const values: string[] = [];
    let next: string | undefined = "/org/suppressions?limit=2";
    while (next !== undefined) {
      const { body, headers }: { body: Row[]; headers: Headers } = await owner.get<Row[]>(next);
      values.push(...body.map(({ value }) => value));
      const after: string | undefined = /[?&]after=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
      next = after === undefined ? undefined : `/org/suppressions?limit=2&after=${after}`;
    }
    expect(values).toEqual(["Three", "Two", "One"]);
  });

  test("nothing of another org", async () => {
    const { list } = await orgWithRules(["Weak"]);
    expect(await list()).toHaveLength(1);
    expect((await client.get("/org/suppressions")).body).toEqual([]);
  });
});

describe("422", () => {
  test.each([
    ["limit=0", /^limit: /],
    ["after=first", /^after: /],
  ])("%s", async (query, detail) => {
    expect(await client.get(`/org/suppressions?${query}`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
