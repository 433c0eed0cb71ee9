import { handler as finalize } from "../../functions/scan/finalize.ts";
import type { ScanRef } from "../../functions/scan/tasks.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { testCaller } from "../support/caller.ts";
import { type Detection, idOf, nominalOrg, readyScan } from "../support/scan-fixture.ts";

/** One scan, ready for finalize, in which everything happens that a finalize knows. */

const [www, api, dark] = ["www.acme.test", "api.acme.test", "dark.acme.test"];
const hosts = [www, api, dark];

const resolvedAndGone: Detection = { rule: "easm.http.fixed", host: www };
const resolvedAndBack: Detection = { rule: "easm.http.back", host: www };
const goneTwice: Detection = { rule: "easm.http.gone", host: www };
const goneOnce: Detection = { rule: "easm.http.flaky", host: www };
const onDarkHost: Detection = { rule: "easm.http.unreached", host: dark };
const same: Detection = { rule: "easm.http.same", host: www };
const answered: Detection = { rule: "easm.http.answered", host: api };
const changed: Detection = { rule: "easm.http.changed", host: www, evidence: { excerpt: "before" } };
const ruleMaker: Detection = { rule: "easm.http.accepted", host: www };
const sameRuleElsewhere: Detection = { rule: "easm.http.accepted", host: api };
const resolvedOfTitle: Detection = { rule: "easm.http.noise", host: www, title: "Noise" };
const titleMaker: Detection = { rule: "easm.ports.noise", host: api, title: "Noise" };
const said: Detection = { rule: "easm.http.twice", host: www, title: "Said twice" };
const saidAgain: Detection = { rule: "easm.ports.twice", host: www, title: "Said twice" };
const fresh: Detection = { rule: "easm.http.fresh", host: api };

/** What must come of it. */
export const expected = {
  delta: { new: 2, reopened: 1, confirmed_resolved: 1, still_open: 6, auto_resolved: 1 },
  findings: 15,
  suppressedByRule: 2,
};

/** Makes the org's past and the scan; the scan's finalize is the next thing to happen. */
export async function everythingAtOnce(): Promise<ScanRef> {
  const org = nominalOrg();
  const answer = (detection: Detection, feedback: Parameters<typeof giveFeedback>[2]) =>
    giveFeedback(org, idOf(org.id, detection), feedback, testCaller());
  const first = [
    ...[resolvedAndGone, resolvedAndBack, goneTwice, goneOnce, onDarkHost, same, answered, changed, ruleMaker],
    ...[resolvedOfTitle, titleMaker, said],
  ];
  await finalize(await readyScan(org, { hosts, detected: first }));
  await answer(resolvedAndBack, { status: "resolved" });
  await answer(resolvedOfTitle, { status: "resolved" });
  const second = first.filter((one) => ![resolvedAndBack, resolvedOfTitle, goneTwice].includes(one));
  await finalize(await readyScan(org, { hosts, detected: second }));
  await answer(resolvedAndGone, { status: "resolved" });
  await answer(answered, { status: "in_progress" });
  await answer(ruleMaker, { status: "accepted_risk", suppress_similar: true });
  await answer(titleMaker, { status: "false_positive", suppress_similar: true, suppress_match: "title" });
  return readyScan(org, {
    hosts,
    unreached: [dark],
    detected: [
      ...[resolvedAndBack, same, answered, ruleMaker, sameRuleElsewhere, resolvedOfTitle, titleMaker],
      ...[said, saidAgain, fresh],
      { ...changed, evidence: { excerpt: "after" } },
    ],
  });
}
