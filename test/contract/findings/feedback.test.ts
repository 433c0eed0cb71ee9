import { beforeAll, describe, expect, test, vi } from "vitest";
import { AuditRow } from "../../../functions/store/entities/audit-row.ts";
import { Suppression, SuppressionHit } from "../../../functions/store/entities/suppression.ts";
import { getFinding } from "../../../functions/store/findings.ts";
import { readTouched } from "../../../functions/store/ledger.ts";
import { type Client, newOrg, type OrgFields } from "../../support/client.ts";
import { putFinding, putSuppressed } from "../../support/finding-rows.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Row {
  readonly id: string;
  readonly status: string;
  readonly template_id: string;
}

interface HistoryRow {
  readonly old_status: string | null;
  readonly new_status: string;
  readonly created_at: string;
}

interface Event {
  readonly detail: { readonly suppression_removed?: { readonly match: string } };
}

interface TaskEvent {
  readonly detail: { readonly finding_id: string };
}

/** Findings of the scan: each test answers one that no other test touches. */
const FINDINGS = 30;

const service = useService();
let client: Client;
let org: OrgFields;
let unused: string[];
beforeAll(async () => {
  ({ client, org } = await newOrg(service(), { domains: ["acme.test"] }));
  script.hosts = Array.from({ length: FINDINGS }, (_, index) => `h${index}.acme.test`);
  await scanNow(client);
  unused = (await client.get<Row[]>("/org/findings")).body.map(({ id }) => id);
});

const next = () => unused.pop() ?? "none left";
const answer = <T = Row>(id: string, body: unknown, caller = client) => caller.patch<T>(`/org/findings/${id}`, body);
const historyOf = async (id: string) => (await client.get<HistoryRow[]>(`/org/findings/${id}/history`)).body;
const lastEvent = async () => (await client.get<Event[]>("/org/activity?action=finding.feedback&limit=1")).body[0];
const rules = async () => (await Suppression.query.primary({ org_id: org.id }).go({ consistent: true })).data;
const ruleOf = async (id: string) => (await rules()).filter(({ finding_id }) => finding_id === id);

refusesWrongKeys({
  method: "PATCH",
  path: `/org/findings/${crypto.randomUUID()}`,
  auth: "org",
  body: { status: "resolved" },
  client: () => client,
});

describe("200", () => {
  test("the finding in its new status, as it is read from then on", async () => {
    const id = next();
    const { body: before } = await client.get<Row>(`/org/findings/${id}`);
    for (const status of ["in_progress", "resolved", "accepted_risk", "false_positive", "resolved"]) {
      expect(await answer(id, { status })).toMatchObject({ status: 200, body: { ...before, status } });
      expect(await client.get(`/org/findings/${id}`)).toMatchObject({ body: { ...before, status } });
    }
  });

  test("the status that it has already is an answer too", async () => {
    const id = next();
    await answer(id, { status: "in_progress" });
    await answer(id, { status: "in_progress", note: "Still at it.\nReally." });
    expect(await historyOf(id)).toMatchObject([
      { event: "feedback", old_status: "in_progress", new_status: "in_progress", note: "Still at it.\nReally." },
      { event: "feedback", old_status: "new", new_status: "in_progress", note: null },
      { event: "detected", old_status: null, new_status: "new" },
    ]);
  });

  test("history and event name the customer's person where the body does, the admin key otherwise", async () => {
    const id = next();
    await answer(id, { status: "in_progress", actor: " jane@acme.test " });
    expect(await historyOf(id)).toMatchObject([{ actor: "jane@acme.test" }, { actor: "system" }]);
    expect(await lastEvent()).toMatchObject({
      actor: "jane@acme.test",
      actor_kind: "customer",
      target_type: "finding",
      target_id: id,
      target: "Weakness",
      level: "INFO",
      detail: { old_status: "new", new_status: "in_progress" },
    });
    await answer(id, { status: "resolved", note: "Gone." });
    expect(await historyOf(id)).toMatchObject([{ actor: "test", note: "Gone." }, {}, {}]);
    expect(await lastEvent()).toMatchObject({
      actor: "test",
      actor_kind: "admin",
      detail: { old_status: "in_progress", new_status: "resolved", note: "Gone." },
    });
  });

  test("what becomes of the task is an event as well, by the same person, and only when it is another", async () => {
    const id = next();
    const events = async () =>
      (await client.get<TaskEvent[]>("/org/activity?action=task.updated")).body.filter(
        ({ detail }) => detail.finding_id === id,
      );
    await answer(id, { status: "in_progress", actor: "jane" });
    await answer(id, { status: "in_progress" });
    await answer(id, { status: "resolved" });
    const { body: tasks } = await client.get<{ id: string; finding_id: string }[]>("/org/tasks?status=done");
    const task = tasks.find(({ finding_id }) => finding_id === id);
    const detail = { finding_id: id, priority: "high" };
    expect(await events()).toMatchObject([
      { actor: "test", actor_kind: "admin", detail: { ...detail, old_status: "in_progress", new_status: "done" } },
      { actor: "jane", actor_kind: "customer", detail: { ...detail, old_status: "open", new_status: "in_progress" } },
    ]);
    for (const event of await events())
      expect(event).toMatchObject({ target_type: "task", target_id: task?.id, target: "Weakness", level: "INFO" });
  });

  test("an answer to what is no task raises no event of one", async () => {
    const { org: own, client: owner } = await newOrg(service());
    for (const none of [
      { severity: "info" as const },
      { finding_class: "inventory" as const },
      { duplicate_of: next() },
    ])
      await answer((await putFinding(own.id, none)).id, { status: "resolved" }, owner);
    expect((await owner.get("/org/activity?target_type=task")).body).toEqual([]);
    expect((await owner.get("/org/activity?action=finding.feedback")).body).toHaveLength(3);
  });

  test("one audit row for each answer", async () => {
    const id = next();
    await answer(id, { status: "resolved" });
    await answer(id, { status: "done" });
    const { data } = await AuditRow.query.primary({}).go({ pages: "all", consistent: true });
    const own = data.filter(({ path }) => path === `/api/v1/org/findings/${id}`);
    expect(own.map(({ method, status_code }) => [method, status_code])).toEqual([
      ["PATCH", 200],
      ["PATCH", 422],
    ]);
  });

  test("of answers at once each is based on the one before", async () => {
    const id = next();
    const statuses = ["in_progress", "resolved", "accepted_risk", "false_positive"];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => answer(id, { status: statuses[index % 4], note: String(index) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const events = (await historyOf(id)).toReversed();
    expect(events).toHaveLength(11);
    expect(events.map(({ old_status }) => old_status)).toEqual([
      null,
      ...events.slice(0, -1).map(({ new_status }) => new_status),
    ]);
    const times = events.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
    expect(await client.get(`/org/findings/${id}`)).toMatchObject({ body: { status: events.at(-1)?.new_status } });
  });
});

describe("200 suppress_similar", () => {
  test("a like finding of the next scan is born suppressed and in no count, and the history says by which rule", async () => {
    const { client: own } = await newOrg(service(), { domains: ["acme.test"] });
    const hosts = script.hosts;
    script.hosts = ["one.acme.test"];
    await scanNow(own);
    const [first] = (await own.get<Row[]>("/org/findings")).body;
    await answer(first?.id ?? "", { status: "accepted_risk", suppress_similar: true }, own);
    script.hosts = ["one.acme.test", "two.acme.test"];
    const scan = await scanNow(own, { force: true });
    script.hosts = hosts;
    expect(scan.stats.finalize?.delta).toMatchObject({ new: 0, still_open: 0 });
    const { body: suppressed } = await own.get<Row[]>("/org/findings?status=accepted_risk");
    expect(suppressed).toHaveLength(2);
    const [born] = suppressed.filter(({ id }) => id !== first?.id);
    expect((await own.get(`/org/findings/${born?.id}/history`)).body).toMatchObject([
      {
        event: "detected",
        old_status: null,
        new_status: "accepted_risk",
        note: `Suppressed by the rule template_id: ${born?.template_id}`,
      },
    ]);
    expect((await own.get(`/org/scans/${scan.id}/feedback-validation`)).body).toMatchObject({ accepted_risk: 2 });
  });

  test.each([
    ["template_id", "false_positive", undefined, "easm.http.weak"],
    ["template_id", "accepted_risk", "template_id", "easm.http.weak"],
    ["category", "accepted_risk", "category", "http"],
    ["title", "false_positive", "title", "Weakness"],
  ])("stores a rule by %s for %s", async (match, status, suppress_match, value) => {
    const id = next();
    await answer(id, { status, suppress_similar: true, suppress_match, note: "Ours.", actor: "jane" });
    const rule = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      org_id: org.id,
      life: expect.any(String),
      match,
      value,
      status,
      finding_id: id,
      note: "Ours.",
      actor: "jane",
      created_at: expect.any(String),
      hits: 0,
    };
    expect(await ruleOf(id)).toEqual([rule]);
    expect(await lastEvent()).toMatchObject({ detail: { suppression: { id: rule.id, match, value } } });
  });

  test("leaves other findings as they are", async () => {
    const [one, other] = [next(), next()];
    await answer(one, { status: "accepted_risk", suppress_similar: true });
    expect(await client.get(`/org/findings/${other}`)).toMatchObject({ body: { status: "new" } });
  });

  test("the same rule is stored once, and belongs to the finding that was answered last", async () => {
    const [first, second] = [next(), next()];
    for (const id of [first, second]) await answer(id, { status: "accepted_risk", suppress_similar: true });
    expect((await rules()).filter(({ match }) => match === "template_id")).toMatchObject([{ finding_id: second }]);
    await answer(first, { status: "in_progress" });
    expect(await ruleOf(second)).toHaveLength(1);
    await answer(second, { status: "in_progress" });
    expect(await ruleOf(second)).toEqual([]);
  });

  test.each([
    ["an answer of another kind", { status: "resolved" }, false],
    ["one that says so", { status: "accepted_risk", suppress_similar: false }, false],
    ["none that leaves it out", { status: "accepted_risk", note: "Still." }, true],
    ["none of the other suppressed status", { status: "false_positive" }, true],
  ])("is taken back by %s", async (_, body, stays) => {
    const id = next();
    await answer(id, { status: "accepted_risk", suppress_similar: true });
    await answer(id, body);
    expect(await ruleOf(id)).toHaveLength(stays ? 1 : 0);
    expect((await lastEvent())?.detail.suppression_removed?.match).toBe(stays ? undefined : "template_id");
  });

  test("a rule that is made, made anew and taken back has events of its own", async () => {
    const { org: own, client: owner } = await newOrg(service());
    const { id } = await putFinding(own.id);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const rule = { status: "accepted_risk", suppress_similar: true };
    await answer(id, { ...rule, actor: "jane" }, owner);
    await answer(id, { ...rule, expires_at }, owner);
    await answer(id, { ...rule, suppress_match: "title" }, owner);
    await answer(id, { status: "in_progress" }, owner);
    const { body } = await owner.get<Record<string, unknown>[]>("/org/activity?target_type=suppression");
    const [template, title] = [
      { match: "template_id", value: "easm.http.weak", status: "accepted_risk", finding_id: id },
      { match: "title", value: "Weakness", status: "accepted_risk", finding_id: id },
    ];
    expect(body.map(({ action, actor, actor_kind, detail }) => [action, actor, actor_kind, detail])).toEqual([
      ["suppression.removed", "test", "admin", { ...title, hits: 0, reason: "answered" }],
      ["suppression.added", "test", "admin", { ...title, renewed: false }],
      ["suppression.removed", "test", "admin", { ...template, hits: 0, expires_at, reason: "answered" }],
      ["suppression.added", "test", "admin", { ...template, expires_at, renewed: true }],
      ["suppression.added", "jane", "customer", { ...template, renewed: false }],
    ]);
    expect(new Set(body.map(({ target_id, target }) => `${target_id} ${target}`)).size).toBe(2);
    expect(body[4]).toMatchObject({ target_type: "suppression", target: "easm.http.weak", level: "INFO" });
  });

  test("another rule takes the place of the first", async () => {
    const id = next();
    await answer(id, { status: "accepted_risk", suppress_similar: true });
    await answer(id, { status: "accepted_risk", suppress_similar: true, suppress_match: "category" });
    expect(await ruleOf(id)).toMatchObject([{ match: "category" }]);
    await answer(id, { status: "accepted_risk", suppress_similar: true });
    expect(await ruleOf(id)).toMatchObject([{ match: "template_id" }]);
  });
});

describe("200 a finding that a rule has suppressed", () => {
  async function suppressedFinding() {
    const maker = next();
    await answer(maker, { status: "false_positive", suppress_similar: true, suppress_match: "category" });
    const [rule] = await ruleOf(maker);
    const { id } = await putSuppressed(org.id, rule?.id ?? "");
    const hits = async () => {
      const { data } = await SuppressionHit.query
        .primary({ org_id: org.id, suppression_id: rule?.id ?? "" })
        .go({ consistent: true });
      return data.filter(({ finding_id }) => finding_id === id);
    };
    return { id, hits };
  }

  test.each(["in_progress", "false_positive"])("has the customer's word from then on: %s", async (status) => {
    const { id, hits } = await suppressedFinding();
    expect(await hits()).toHaveLength(1);
    await answer(id, { status });
    expect(await hits()).toEqual([]);
    const row = await getFinding(org.id, id);
    expect(row).toMatchObject({ status });
    expect(row).not.toHaveProperty("suppressed_by");
  });
});

test("200: the next scan is told that the finding's row is newer than what it knows", async () => {
  const { org: own, client: owner } = await newOrg(service());
  const { id } = await putFinding(own.id);
  for (const version of [2, 3]) {
    await answer(id, { status: "in_progress" }, owner);
    expect(await readTouched(own.id, "easm")).toEqual([{ org_id: own.id, module: "easm", finding_id: id, version }]);
  }
});

describe("200 expires_at", () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();

  test("is kept with the rule, in UTC, and gone when the rule is made anew without", async () => {
    const id = next();
    const rule = { status: "accepted_risk", suppress_similar: true };
    const local = soon.replace("Z", "+00:00");
    expect(await answer(id, { ...rule, expires_at: local })).toMatchObject({ status: 200 });
    expect(await ruleOf(id)).toMatchObject([{ expires_at: soon }]);
    expect(await lastEvent()).toMatchObject({ detail: { suppression: { expires_at: soon } } });
    await answer(id, rule);
    expect((await ruleOf(id))[0]).not.toHaveProperty("expires_at");
  });

  test("a rule that is made anew is the same rule and counts from 0", async () => {
    const id = next();
    const rule = { status: "accepted_risk", suppress_similar: true };
    await answer(id, rule);
    const [before] = await ruleOf(id);
    await Suppression.patch({ org_id: org.id, id: before?.id ?? "" })
      .set({ hits: 7 })
      .go();
    await answer(id, { ...rule, expires_at: soon });
    expect(await ruleOf(id)).toMatchObject([{ id: before?.id, life: before?.life, hits: 0 }]);
  });

  test("a rule that is made after its removal is another", async () => {
    const id = next();
    const rule = { status: "accepted_risk", suppress_similar: true };
    await answer(id, rule);
    const [before] = await ruleOf(id);
    await client.delete(`/org/suppressions/${before?.id}`);
    await answer(id, rule);
    const [after] = await ruleOf(id);
    expect(after).toMatchObject({ id: before?.id });
    expect(after?.life).not.toBe(before?.life);
  });
});

describe("404", () => {
  test("an unknown id, and that of another org's finding, which stays as it is", async () => {
    const id = next();
    const { client: other } = await newOrg(service());
    for (const [caller, findingId] of [
      [client, crypto.randomUUID()],
      [other, id],
    ] as const)
      expect(await answer(findingId, { status: "resolved" }, caller)).toMatchObject({
        status: 404,
        body: { detail: "Finding not found" },
      });
    expect(await client.get(`/org/findings/${id}`)).toMatchObject({ body: { status: "new" } });
  });
});

describe("422", () => {
  const rule = { status: "accepted_risk", suppress_similar: true };

  test.each([
    ["no status", {}, /^status: /],
    ["a status that scans give", { status: "reopened" }, /^status: /],
    ["a note that is too long", { status: "resolved", note: "x".repeat(2001) }, /^note: /],
    ["a note that is no text", { status: "resolved", note: "\u0000" }, /^note: /],
    ["an actor of two lines", { status: "resolved", actor: "a\nb" }, /^actor: /],
    ["no actor's name", { status: "resolved", actor: " " }, /^actor: /],
    [
      "suppress_similar that is no boolean",
      { status: "accepted_risk", suppress_similar: "yes" },
      /^suppress_similar: /,
    ],
    [
      "suppress_similar with a status that suppresses nothing",
      { status: "resolved", suppress_similar: true },
      /^suppress_similar: goes with the status accepted_risk or false_positive only$/,
    ],
    [
      "suppress_match alone",
      { status: "accepted_risk", suppress_match: "title" },
      /^suppress_match: goes with suppress_similar true only$/,
    ],
    [
      "expires_at alone",
      { status: "accepted_risk", expires_at: "2030-01-01T00:00:00Z" },
      /^expires_at: goes with suppress_similar true only$/,
    ],
    [
      "an expires_at that has passed",
      { ...rule, expires_at: "2026-01-01T00:00:00Z" },
      /^expires_at: must be in the future$/,
    ],
    [
      "an expires_at that is too far",
      { ...rule, expires_at: "2099-01-01T00:00:00Z" },
      /^expires_at: must be at most 5 years ahead$/,
    ],
    [
      "an expires_at that is no time",
      { ...rule, expires_at: "2030-02-30T00:00:00Z" },
      /^expires_at: must be a time in ISO 8601/,
    ],
    [
      "an expires_at without its zone",
      { ...rule, expires_at: "2030-01-01T00:00:00" },
      /^expires_at: must be a time in ISO 8601/,
    ],
    [
      "an unknown suppress_match",
      { status: "accepted_risk", suppress_similar: true, suppress_match: "host" },
      /^suppress_match: /,
    ],
    [
      "a suppress_match that the finding has no value for",
      { status: "accepted_risk", suppress_similar: true, suppress_match: "cve" },
      /^suppress_match: the finding has no cve to match$/,
    ],
  ])("%s", async (_, body, detail) => {
    const id = unused[0] ?? "";
    expect(await answer(id, body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
    expect(await historyOf(id)).toHaveLength(1);
  });

  test("an id that is no UUID", async () => {
    expect(await answer("first", { status: "resolved" })).toMatchObject({ status: 422 });
  });
});
