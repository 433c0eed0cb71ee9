import { describe, expect, test, vi } from "vitest";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { testCaller } from "../support/caller.ts";
import { frozen, withFault } from "../support/faults.ts";
import { assertInvariants } from "../support/invariants.ts";
import { type Detection, idOf, nominalOrg, readyScan } from "../support/scan-fixture.ts";
import { useService } from "../support/service.ts";

/** Several attempts at finalizing one scan, with an answer of the customer between what they read and what they write. */

vi.mock("../../functions/store/executions.ts", () => ({
  startExecution: async () => "started",
  isExecuting: async () => true,
}));
useService();

const hosts = ["a.acme.test"];
const weakness: Detection = { rule: "easm.http.one", host: "a.acme.test" };
/** The same with other words, so that its row is written. */
const reworded: Detection = { ...weakness, text: { description: "In other words." } };

/**
 * An org with a finding of an earlier scan. `settled`: the customer has called it a false positive and it is gone since, so
 * that a scan which does not see it has nothing to write.
 */
async function orgWithFinding(settled: boolean) {
  const org = nominalOrg();
  await finalize(await readyScan(org, { hosts, detected: [weakness] }));
  const answer = (status: "false_positive" | "resolved") =>
    giveFeedback(org, idOf(org.id, weakness), { status, note: "" }, testCaller());
  if (settled) {
    await answer("false_positive");
    for (let scans = 0; scans < 2; scans += 1) await finalize(await readyScan(org, { hosts, detected: [] }));
  }
  return { org, answer };
}

/** Calls of DynamoDB that an undisturbed finalize makes until it has ended the scan. */
async function callsOf(detected: readonly Detection[], settled: boolean): Promise<number> {
  const { org } = await orgWithFinding(settled);
  const scan = await readyScan(org, { hosts, detected });
  return (await withFault(null, () => finalize(scan))).calls.length;
}

/** Runs finalize up to one of its calls, where it waits to be let go. */
async function upTo(call: number, act: () => Promise<void>) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = frozen(
    call,
    () => {
      reached.resolve();
      return released.promise;
    },
    act,
  );
  await Promise.race([reached.promise, done]);
  return { go: released.resolve, done };
}

describe("an answer between what one attempt reads and what another writes", () => {
  test("is counted by whichever of them ends the scan", async () => {
    // One attempt has nothing to write; the other reads the answer, and confirms that the finding is resolved.
    const calls = await callsOf([], true);
    for (let first = calls - 4; first < calls; first += 1)
      // Reading the answer and writing what follows from it takes some calls more.
      for (let second = calls - 1; second <= calls + 5; second += 1) {
        const { org, answer } = await orgWithFinding(true);
        const scan = await readyScan(org, { hosts, detected: [] });
        const early = await upTo(first, () => finalize(scan));
        await answer("resolved");
        const late = await upTo(second, () => finalize(scan));
        early.go();
        const { error } = await early.done;
        late.go();
        for (const end of [error, (await late.done).error]) expect(end, `${first}, ${second}`).toBeUndefined();
        const { scans } = await assertInvariants(org.id, "easm");
        expect(scans.at(-1)?.status, `${first}, ${second}`).toBe("completed");
      }
  });

  test("after a finding was judged and its process had died counts for the next scan", async () => {
    const calls = await callsOf([reworded], false);
    for (let call = calls - 6; call < calls; call += 1) {
      const { org, answer } = await orgWithFinding(false);
      const scan = await readyScan(org, { hosts, detected: [reworded] });
      await withFault({ call, when: "before", what: "killed" }, () => finalize(scan));
      await answer("resolved");
      await finalize(scan);
      await assertInvariants(org.id, "easm");
    }
  });
});
