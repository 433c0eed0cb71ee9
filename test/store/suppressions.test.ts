import { describe, expect, test } from "vitest";
import type { Feedback } from "../../functions/domain/feedback.ts";
import type { SuppressionRule } from "../../functions/domain/suppression.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import { Suppression, SuppressionHit, SuppressionRemoval } from "../../functions/store/entities/suppression.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { listHistory } from "../../functions/store/finding-history.ts";
import { getFinding } from "../../functions/store/findings.ts";
import { readTouched } from "../../functions/store/ledger.ts";
import { activeRules, getRule, removeRule, takeBackExpired } from "../../functions/store/suppressions.ts";
import { testCaller } from "../support/caller.ts";
import { type Fault, held, withFault } from "../support/faults.ts";
import { putFinding, putSuppressed } from "../support/finding-rows.ts";
import { useService } from "../support/service.ts";

useService();

const all = { consistent: true, pages: "all" } as const;
const asRule: Feedback = { status: "accepted_risk", suppress_similar: true };
const later = (days: number) => new Date(Date.now() + days * 86_400_000);

function newOrg() {
  const id = crypto.randomUUID();
  return {
    id,
    customer_id: id,
    customer_name: "Acme",
    slug: "acme-42",
    modules_enabled: ["easm" as const],
    is_active: true,
    scan_interval_days: 14,
    api_key_prefix: "pal_org_0aB1cD2eF3gH",
    created_at: "2026-01-01T00:00:00.000Z",
  };
}

/** An org with a rule, the finding whose answer made it, and findings that it has suppressed. */
async function orgWithRule(suppressed = 2, more: Partial<Feedback> = {}) {
  const org = newOrg();
  const maker = await putFinding(org.id);
  const give = (id: string, feedback: Feedback) => giveFeedback(org, id, feedback, testCaller());
  await give(maker.id, { ...asRule, ...more });
  const [rule] = await activeRules(org.id);
  if (!rule) throw new Error("no rule was made");
  const suppress = () => putSuppressed(org.id, rule.id);
  const findings = await Promise.all(Array.from({ length: suppressed }, suppress));
  return { org, rule, maker: maker.id, findings: findings.map(({ id }) => id), give, suppress };
}

const remove = (org: ReturnType<typeof newOrg>, { id }: SuppressionRule) => removeRule(org, id, testCaller());
const statusOf = async (orgId: string, id: string) => (await getFinding(orgId, id))?.status;
const statusesOf = (orgId: string, ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(orgId, id)));
const historyOf = (orgId: string, id: string) => listHistory(orgId, id, { limit: 100, offset: 0 });

/** Everything that rules leave in the table. */
async function traces(orgId: string, ruleId: string) {
  const [rules, hits, removals] = await Promise.all([
    Suppression.query.primary({ org_id: orgId }).go(all),
    SuppressionHit.query.primary({ org_id: orgId, suppression_id: ruleId }).go(all),
    SuppressionRemoval.query.primary({ org_id: orgId }).go(all),
  ]);
  return { rules: rules.data, hits: hits.data, removals: removals.data };
}
const none = { rules: [], hits: [], removals: [] };

/** Each event of a history goes on from where the one before it ended, and the last one made the status. */
async function expectChain(orgId: string, id: string): Promise<void> {
  const events = (await historyOf(orgId, id)).toReversed();
  // The first event of a finding that was put there suppressed says so.
  const before = events.slice(0, -1).map(({ new_status }) => new_status);
  expect(events.slice(1).map(({ old_status }) => old_status)).toEqual(before);
  const row = await getFinding(orgId, id);
  expect(row?.status).toBe(events.at(-1)?.new_status);
  expect(row?.version).toBe(Number(events.at(-1)?.position));
}

describe("a removed rule", () => {
  test("leaves nothing behind, and every finding that changed is touched", async () => {
    const { org, rule, maker, findings } = await orgWithRule();
    await remove(org, rule);
    expect(await traces(org.id, rule.id)).toEqual(none);
    for (const id of [maker, ...findings]) {
      const row = await getFinding(org.id, id);
      expect(row).not.toHaveProperty("suppressed_by");
      expect(row).not.toHaveProperty("suppression_id");
      await expectChain(org.id, id);
    }
    const touched = await readTouched(org.id, "easm");
    const versions = new Map(touched.map(({ finding_id, version }) => [finding_id, version]));
    expect(versions).toEqual(new Map([[maker, 3], ...findings.map((id) => [id, 2] as const)]));
  });

  test("has its findings' tasks told of, as its remover's doing whoever returns them", async () => {
    for (const goOn of ["scan", "removal"] as const) {
      const { org, rule, maker, findings, give } = await orgWithRule();
      if (goOn === "removal") await remove(org, rule);
      else await give(maker, { status: "in_progress", actor: "jane" });
      await takeBackExpired(org, new Date());
      const { data } = await ActivityRow.query.primary({ org_id: org.id }).go(all);
      const told = data.filter(({ action, detail }) => action === "task.updated" && detail.finding_id !== maker);
      expect(told.map(({ detail }) => detail.finding_id).toSorted()).toEqual(findings.toSorted());
      const [actor, actor_kind] = goOn === "removal" ? ["test", "admin"] : ["jane", "customer"];
      for (const event of told)
        expect(event).toMatchObject({
          ...{ actor, actor_kind, admin_key: "pal_adm_0aB1cD2eF3gH", ip: "127.0.0.1", target_type: "task" },
          detail: { old_status: "wont_do", new_status: "open", priority: "high", suppression_id: rule.id },
        });
    }
  });

  test("leaves a maker that has been answered without it as it is", async () => {
    const { org, rule, maker, give } = await orgWithRule();
    const other = await putFinding(org.id);
    await give(other.id, asRule);
    await give(maker, { status: "in_progress" });
    await remove(org, rule);
    expect(await statusesOf(org.id, [maker, other.id])).toEqual(["in_progress", "reopened"]);
  });

  test("one that an answer has taken back returns its findings with the next scan, or when it is removed", async () => {
    for (const goOn of ["scan", "removal"] as const) {
      const { org, rule, maker, findings, give } = await orgWithRule();
      await give(maker, { status: "in_progress" });
      expect(await statusesOf(org.id, findings)).toEqual(["accepted_risk", "accepted_risk"]);
      if (goOn === "scan") await takeBackExpired(org, new Date());
      else expect(await remove(org, rule)).toBe(true);
      expect(await statusesOf(org.id, [maker, ...findings])).toEqual(["in_progress", "new", "new"]);
      expect(await traces(org.id, rule.id)).toEqual(none);
      expect(await remove(org, rule)).toBe(false);
    }
  });
});

describe("a removal that dies", () => {
  const TRIED_AT_ONCE = 4;

  const faults = async (): Promise<Fault[]> => {
    const { org, rule } = await orgWithRule();
    const { calls } = await withFault(null, () => remove(org, rule));
    return calls.flatMap((_, call) =>
      (["killed", "once"] as const).flatMap((what) => [
        { call, when: "before" as const, what },
        { call, when: "after" as const, what },
      ]),
    );
  };

  const onward = {
    "is gone on with by the same call": (org: ReturnType<typeof newOrg>, rule: SuppressionRule) => remove(org, rule),
    "is gone on with by the next scan": async (org: ReturnType<typeof newOrg>, rule: SuppressionRule) => {
      if (await getRule(org.id, rule.id)) await remove(org, rule);
      else await takeBackExpired(org, new Date());
    },
  };

  test.each(Object.entries(onward))("%s, wherever it died", async (_, goOn) => {
    const points = await faults();
    expect(points.length).toBeGreaterThan(20);
    const tried = async (fault: Fault) => {
      const { org, rule, maker, findings } = await orgWithRule();
      await withFault(fault, () => remove(org, rule));
      await goOn(org, rule);
      expect(await statusesOf(org.id, [maker, ...findings]), JSON.stringify(fault)).toEqual(["reopened", "new", "new"]);
      expect(await traces(org.id, rule.id), JSON.stringify(fault)).toEqual(none);
      for (const id of [maker, ...findings]) await expectChain(org.id, id);
      for (const id of findings) expect(await historyOf(org.id, id)).toHaveLength(2);
      const { data } = await ActivityRow.query.primary({ org_id: org.id }).go(all);
      expect(data.filter(({ action }) => action === "suppression.removed")).toHaveLength(1);
      const returned = data.filter(({ action, detail }) => action === "task.updated" && detail.new_status === "open");
      expect(returned.map(({ detail }) => detail.finding_id).toSorted()).toEqual([maker, ...findings].toSorted());
    };
    const worker = async () => {
      for (let fault = points.pop(); fault; fault = points.pop()) await tried(fault);
    };
    await Promise.all(Array.from({ length: TRIED_AT_ONCE }, worker));
  });
});

describe("a rule that is made again while findings of its first life are to return", () => {
  /** A rule that has ended, and of which nothing but its maker has returned. */
  async function halfRemoved() {
    const parts = await orgWithRule();
    const { org, rule } = parts;
    const { calls } = await withFault(null, () => removeRule(org, crypto.randomUUID(), testCaller()));
    expect(calls).not.toContain("TransactWriteItems");
    // Killed right after the transaction that ends the rule: of its reads there are two before.
    const { error } = await withFault({ call: 2, when: "after", what: "killed" }, () => remove(org, rule));
    expect(error).toBeDefined();
    expect(await getRule(org.id, rule.id)).toBeNull();
    expect(await statusesOf(org.id, [parts.maker, ...parts.findings])).toEqual([
      "reopened",
      "accepted_risk",
      "accepted_risk",
    ]);
    return parts;
  }

  test("keeps what it suppresses itself, and the word of its maker", async () => {
    const { org, rule, maker, findings, give, suppress } = await halfRemoved();
    await give(maker, asRule);
    const own = await suppress();
    await takeBackExpired(org, new Date());
    expect(await statusesOf(org.id, [maker, own.id, ...findings])).toEqual([
      "accepted_risk",
      "accepted_risk",
      "new",
      "new",
    ]);
    expect(await traces(org.id, rule.id)).toMatchObject({
      rules: [{ finding_id: maker }],
      hits: [{ finding_id: own.id }],
      removals: [],
    });
    await remove(org, rule);
    expect(await statusesOf(org.id, [maker, own.id])).toEqual(["reopened", "new"]);
    expect(await traces(org.id, rule.id)).toEqual(none);
  });

  test("and removed again, both lives end", async () => {
    const { org, rule, maker, findings, give, suppress } = await halfRemoved();
    await give(maker, asRule);
    const own = await suppress();
    await remove(org, rule);
    expect(await statusesOf(org.id, [maker, own.id])).toEqual(["reopened", "new"]);
    await remove(org, rule);
    expect(await statusesOf(org.id, findings)).toEqual(["new", "new"]);
    expect(await traces(org.id, rule.id)).toEqual(none);
  });
});

describe("a rule whose time is over", () => {
  const expiring = { expires_at: later(1).toISOString() };

  test("is taken back by the system, once, and one that still holds is not", async () => {
    const { org, rule, maker, findings, give } = await orgWithRule(2, expiring);
    const other = await putFinding(org.id);
    await give(other.id, { ...asRule, suppress_match: "title" });
    await takeBackExpired(org, later(0));
    expect(await statusesOf(org.id, findings)).toEqual(["accepted_risk", "accepted_risk"]);
    await Promise.all([takeBackExpired(org, later(2)), takeBackExpired(org, later(2))]);
    expect(await statusesOf(org.id, [maker, other.id, ...findings])).toEqual([
      "reopened",
      "accepted_risk",
      "new",
      "new",
    ]);
    expect((await historyOf(org.id, findings[0] ?? ""))[0]).toMatchObject({
      event: "unsuppressed",
      actor: "system",
      note: "The rule template_id: easm.http.weak has expired",
    });
    const { data } = await ActivityRow.query.primary({ org_id: org.id }).go(all);
    expect(data.filter(({ action }) => action === "suppression.removed")).toMatchObject([
      { actor: "system", actor_kind: "system", target_id: rule.id, detail: { ...expiring, reason: "expired" } },
    ]);
    const returned = data.filter(({ action, actor_kind }) => action === "task.updated" && actor_kind === "system");
    expect(returned.map(({ detail }) => detail.finding_id).toSorted()).toEqual([maker, ...findings].toSorted());
    expect(await traces(org.id, rule.id)).toMatchObject({ rules: [{ match: "title" }], hits: [], removals: [] });
  });

  test("is not taken back when it was made anew meanwhile", async () => {
    const { org, maker, findings, give } = await orgWithRule(2, expiring);
    await give(maker, { ...asRule, expires_at: later(5).toISOString() });
    await takeBackExpired(org, later(2));
    expect(await statusesOf(org.id, findings)).toEqual(["accepted_risk", "accepted_risk"]);
    expect(await activeRules(org.id)).toHaveLength(1);
  });
});

describe("at the same time", () => {
  const ROUNDS = 12;
  const answers: readonly Feedback[] = [{ status: "in_progress" }, { status: "resolved" }, { status: "accepted_risk" }];

  /** Runs two things with pauses that are other ones in each round. */
  async function raced(round: number, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const outcomes = await Promise.all(acts.map((act, index) => held(pausesOf(round * acts.length + index), act)));
    for (const { error } of outcomes) expect(error).toBeUndefined();
  }

  test("a removal and an answer to a finding that the rule has suppressed: the answer stands", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { org, rule, findings, give } = await orgWithRule();
      const [id = ""] = findings;
      const answer = answers[round % answers.length] ?? asRule;
      await raced(round, [() => remove(org, rule), () => give(id, answer)]);
      expect(await statusOf(org.id, id)).toBe(answer.status);
      expect((await historyOf(org.id, id))[0]).toMatchObject({ event: "feedback" });
      await expectChain(org.id, id);
      expect(await statusOf(org.id, findings[1] ?? "")).toBe("new");
      expect((await traces(org.id, rule.id)).hits).toEqual([]);
    }
  });

  test("a removal and an answer to the finding that made the rule: no answer is lost", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { org, rule, maker, findings, give } = await orgWithRule();
      const answer = answers[round % answers.length] ?? asRule;
      await raced(round, [() => remove(org, rule), () => give(maker, answer)]);
      const events = (await historyOf(org.id, maker)).map(({ event }) => event);
      expect(events.filter((event) => event === "feedback")).toHaveLength(2);
      await expectChain(org.id, maker);
      // Answered before the removal, it has returned with the rule, or has taken the rule back, so that none was there to remove.
      if (events[0] === "feedback") expect(await statusOf(org.id, maker)).toBe(answer.status);
      else expect(await statusOf(org.id, maker)).toBe("reopened");
      await takeBackExpired(org, new Date());
      expect(await traces(org.id, rule.id)).toEqual(none);
      expect(await statusOf(org.id, findings[0] ?? "")).toBe("new");
    }
  });

  test("two removals: both succeed or one finds nothing, and everything returns once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { org, rule, maker, findings } = await orgWithRule();
      await raced(round, [() => remove(org, rule), () => remove(org, rule), () => takeBackExpired(org, new Date())]);
      await takeBackExpired(org, new Date());
      expect(await statusesOf(org.id, [maker, ...findings])).toEqual(["reopened", "new", "new"]);
      for (const id of [maker, ...findings]) await expectChain(org.id, id);
      expect(await traces(org.id, rule.id)).toEqual(none);
    }
  });

  test("a removal and the same rule made by another finding: one of them is the last, and nothing hangs between", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { org, rule, maker, findings, give } = await orgWithRule();
      const other = await putFinding(org.id);
      await raced(round, [() => remove(org, rule), () => give(other.id, asRule)]);
      const { rules, hits, removals } = await traces(org.id, rule.id);
      expect([hits, removals]).toEqual([[], []]);
      expect(await statusesOf(org.id, findings)).toEqual(["new", "new"]);
      const stands = rules.length === 1;
      expect(await statusOf(org.id, other.id)).toBe(stands ? "accepted_risk" : "reopened");
      // The rule was another finding's when it ended, if it was made anew before.
      expect(await statusOf(org.id, maker)).toBe(stands ? "reopened" : "accepted_risk");
    }
  });

  test("two findings that make the same rule: it is stored once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const org = newOrg();
      const findings = await Promise.all([putFinding(org.id), putFinding(org.id)]);
      await raced(
        round,
        findings.map(
          ({ id }) =>
            () =>
              giveFeedback(org, id, asRule, testCaller()),
        ),
      );
      expect(await activeRules(org.id)).toHaveLength(1);
    }
  });
});

/** Pauses before calls, in milliseconds: the same ones for the same number. */
function pausesOf(number: number): () => number {
  let state = (number * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state % 8;
  };
}
