import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { FeedbackStatus } from "../../functions/domain/vocabulary.ts";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { testCaller } from "../support/caller.ts";
import { newOrg } from "../support/client.ts";
import { held } from "../support/faults.ts";
import { assertInvariants, type HistoryCache, type ModuleState } from "../support/invariants.ts";
import { type Detection, idOf, nominalOrg, readyScan } from "../support/scan-fixture.ts";
import { useService } from "../support/service.ts";

/** Answers that customers give while a scan is finalized are never lost, and neither is what the scan has seen. */

vi.mock("../../functions/store/executions.ts", () => ({
  startExecution: async () => "started",
  isExecuting: async () => true,
}));

const service = useService();

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 250);
const ROUNDS_PER_ORG = 20;
const SEED = Number(process.env.RACE_SEED ?? 20_260_101);

const hosts = ["a.acme.test", "b.acme.test"];
const weaknesses: readonly Detection[] = hosts.flatMap((host) => [
  { rule: "easm.http.one", host },
  { rule: "easm.http.two", host },
  { rule: "easm.ports.three", host },
]);

interface Answer {
  readonly which: number;
  readonly status: FeedbackStatus;
}

interface Round {
  readonly detected: readonly boolean[];
  readonly answers: readonly Answer[];
  readonly isDeliveredTwice: boolean;
  readonly pauses: readonly number[];
}

const status = fc.constantFrom<FeedbackStatus>("in_progress", "resolved", "accepted_risk", "false_positive");
const round: fc.Arbitrary<Round> = fc.record({
  detected: fc.array(fc.boolean(), { minLength: weaknesses.length, maxLength: weaknesses.length }),
  answers: fc.array(fc.record({ which: fc.nat(weaknesses.length - 1), status }), { minLength: 1, maxLength: 4 }),
  isDeliveredTwice: fc.constantFrom(true, false, false, false),
  /** Milliseconds before each call of DynamoDB, over and over. */
  pauses: fc.array(fc.constantFrom(0, 0, 1, 2, 4, 8), { minLength: 7, maxLength: 31 }),
});

describe("answers while a scan is finalized", () => {
  test(`are in the history, and the status is that of some order, in ${ROUNDS} rounds`, async () => {
    const orgs = Math.ceil(ROUNDS / ROUNDS_PER_ORG);
    const courses = fc.sample(fc.array(round, { minLength: ROUNDS_PER_ORG, maxLength: ROUNDS_PER_ORG }), {
      numRuns: orgs,
      seed: SEED,
    });
    const overtaken = { answers: 0, byAnswers: 0 };
    for (const [number, rounds] of courses.entries()) {
      const org = nominalOrg();
      const cache: HistoryCache = new Map();
      await finalize(await readyScan(org, { hosts, detected: weaknesses }));
      let before = await assertInvariants(org.id, "easm", { cache });
      for (const [index, one] of rounds.entries()) {
        const scan = await readyScan(org, { hosts, detected: weaknesses.filter((_, which) => one.detected[which]) });
        const pauses = one.pauses.values().toArray();
        let next = 0;
        const pause = () => pauses[next++ % pauses.length] ?? 0;
        const notes = one.answers.map((_, answer) => `${number}/${index}/${answer}`);
        const [ends, given] = await Promise.all([
          Promise.all(Array.from({ length: one.isDeliveredTwice ? 2 : 1 }, () => held(pause, () => finalize(scan)))),
          Promise.all(
            one.answers.map(({ which, status }, answer) =>
              held(pause, () => {
                const feedback = { status, note: notes[answer] ?? "" };
                return giveFeedback(org, idOf(org.id, weaknesses[which] as Detection), feedback, testCaller());
              }),
            ),
          ),
        ]);
        const at = `seed ${SEED}, org ${number}, round ${index}`;
        for (const { error } of [...ends, ...given]) expect(error, at).toBeUndefined();
        const after = await assertInvariants(org.id, "easm", { cache });
        expect(after.scans.at(-1)?.status, at).toBe("completed");
        for (const [which, weakness] of weaknesses.entries()) {
          const id = idOf(org.id, weakness);
          const answers = one.answers.flatMap((answer, position) =>
            answer.which === which ? [{ ...answer, note: notes[position] ?? "" }] : [],
          );
          expectSomeOrder(id, before, after, answers, one.detected[which] === true, at);
        }
        before = after;
      }
      overtaken.answers += rounds.reduce((sum, { answers }) => sum + answers.length, 0);
    }
    console.info(`${orgs * ROUNDS_PER_ORG} rounds, ${overtaken.answers} answers, none lost`);
  });

  test("through the API as well", async () => {
    const rounds = fc.sample(round, { numRuns: 40, seed: SEED });
    const { org, client } = await newOrg(service(), { domains: ["acme.test"] });
    const identity = { ...nominalOrg(), id: org.id, customer_id: org.customer_id, slug: org.slug };
    const cache: HistoryCache = new Map();
    await finalize(await readyScan(identity, { hosts, detected: weaknesses }));
    let before = await assertInvariants(org.id, "easm", { cache });
    for (const [index, one] of rounds.entries()) {
      const scan = await readyScan(identity, { hosts, detected: weaknesses.filter((_, which) => one.detected[which]) });
      let next = 0;
      const pause = () => one.pauses[next++ % one.pauses.length] ?? 0;
      const [end, ...answers] = await Promise.all([
        held(pause, () => finalize(scan)),
        ...one.answers.map(({ which, status }, answer) =>
          client.patch(`/org/findings/${idOf(org.id, weaknesses[which] as Detection)}`, {
            status,
            note: `${index}/${answer}`,
          }),
        ),
      ]);
      expect(end.error).toBeUndefined();
      expect(answers.map((answer) => answer.status)).toEqual(one.answers.map(() => 200));
      const after = await assertInvariants(org.id, "easm", { cache });
      for (const [which, weakness] of weaknesses.entries()) {
        const own = one.answers.flatMap((answer, position) =>
          answer.which === which ? [{ ...answer, note: `${index}/${position}` }] : [],
        );
        const at = `seed ${SEED}, round ${index}`;
        expectSomeOrder(idOf(org.id, weakness), before, after, own, one.detected[which] === true, at);
      }
      before = after;
    }
  });
});

/** All answers are in the history, once each, and scan and answers in some order give the status that the finding has. */
function expectSomeOrder(
  id: string,
  before: ModuleState,
  after: ModuleState,
  answers: readonly (Answer & { readonly note: string })[],
  isSeen: boolean,
  at: string,
): void {
  const events = (after.histories.get(id) ?? []).slice(before.histories.get(id)?.length ?? 0);
  const notes = events.flatMap(({ note }) => (note === undefined ? [] : [note]));
  expect(notes.toSorted(), `${at}: answers in the history`).toEqual(answers.map(({ note }) => note).toSorted());
  const was = before.findings.find((finding) => finding.id === id);
  const is = after.findings.find((finding) => finding.id === id);
  if (!was || !is) throw new Error(`${at}: a finding is gone`);
  const inOrder = notes.map((note) => answers.find((answer) => answer.note === note)?.status ?? was.status);
  const possible = Array.from({ length: inOrder.length + 1 }, (_, position) => {
    const earlier = inOrder.slice(0, position).at(-1) ?? was.status;
    const judged = afterScan(earlier, was.misses, isSeen);
    return `${inOrder.slice(position).at(-1) ?? judged.status} ${judged.misses}`;
  });
  expect(possible, at).toContain(`${is.status} ${is.misses}`);
}

/** What a full scan makes of a status. */
function afterScan(
  status: string,
  misses: number,
  isSeen: boolean,
): { readonly status: string; readonly misses: number } {
  const isOpen = ["new", "in_progress", "reopened"].includes(status);
  if (isSeen) return { status: ["resolved", "confirmed_resolved"].includes(status) ? "reopened" : status, misses: 0 };
  if (status === "resolved") return { status: "confirmed_resolved", misses: misses + 1 };
  if (isOpen) return { status: misses + 1 >= 2 ? "confirmed_resolved" : status, misses: misses + 1 };
  return { status, misses };
}
