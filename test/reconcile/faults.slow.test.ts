import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import type { ScanRef } from "../../functions/scan/tasks.ts";
import { type Fault, frozen, withFault } from "../support/faults.ts";
import { assertInvariants } from "../support/invariants.ts";
import { useService } from "../support/service.ts";
import { type Item, keyOf, readable, restoreTable, wholeTable } from "../support/table-snapshot.ts";
import { everythingAtOnce, expected } from "./everything-at-once.ts";

/** A finalize that dies, or whose request fails, at any of its calls of DynamoDB and is run again ends as if nothing had been. */

// The scans of this file are executed by nobody; the sweeper is to leave them alone.
vi.mock("../../functions/store/executions.ts", () => ({
  startExecution: async () => "started",
  isExecuting: async () => true,
}));

useService();

let scan: ScanRef;
/** The table before finalize. */
let before: readonly Item[];
/** What it says after a finalize that nothing happened to, and how many calls that made. */
let undisturbed: ReadonlyMap<string, unknown>;
let calls: readonly string[];

beforeAll(async () => {
  await restoreTable([]);
  scan = await everythingAtOnce();
  before = await wholeTable();
  ({ calls } = await withFault(null, () => finalize(scan)));
  undisturbed = endState(await wholeTable());
});
afterAll(() => console.info(`${calls.length} calls: ${calls.join(" ")}`));

test("the scan has everything in it", async () => {
  await restoreTable(before);
  await finalize(scan);
  const { scans, findings } = await assertInvariants(scan.org_id, "easm");
  expect(scans.at(-1)).toMatchObject({ status: "completed", delta: expected.delta });
  expect(findings).toHaveLength(expected.findings);
  expect(findings.filter(({ suppressed_by }) => suppressed_by !== undefined)).toHaveLength(expected.suppressedByRule);
  expect(findings.filter(({ duplicate_of }) => duplicate_of !== undefined)).toHaveLength(1);
});

describe.each(["killed", "once"] as const)("a finalize with a fault of the kind %s", (what) => {
  test.each(["before", "after"] as const)("%s any of its calls took effect ends the same", async (when) => {
    for (let call = 0; call < calls.length; call += 1) {
      await restoreTable(before);
      await disturbed({ call, when, what });
      await expectSameEnd(`${what} ${when} call ${call} (${calls[call]})`);
    }
  });
});

describe("a finalize that is frozen", () => {
  test("before any of its calls, and goes on when another has ended the scan, changes nothing any more", async () => {
    for (let call = 0; call < calls.length; call += 1) {
      await restoreTable(before);
      // The other one has its own course: it is not held.
      const { error } = await frozen(
        call,
        () => withFault(null, () => finalize(scan)),
        () => finalize(scan),
      );
      expect(error, `frozen before call ${call} (${calls[call]})`).toBeUndefined();
      await expectSameEnd(`frozen before call ${call} (${calls[call]})`);
    }
  });
});

describe("a finalize whose process is killed", () => {
  test.each(["before", "after"] as const)("%s any of its calls took effect ends the same", async (when) => {
    for (let call = 0; call < calls.length; call += 1) {
      await restoreTable(before);
      expect(await killedAt(call, when), `signal at call ${call}`).toBe("SIGKILL");
      await finalize(scan);
      await expectSameEnd(`killed ${when} call ${call} (${calls[call]})`);
    }
  });
});

/** Finalizes with a fault, and then again as the sweeper would. */
async function disturbed(fault: Fault): Promise<void> {
  await withFault(fault, () => finalize(scan));
  await finalize(scan);
}

const child = fileURLToPath(new URL("finalize-child.ts", import.meta.url));

/** The signal that ended a process which finalizes the scan. */
const killedAt = (call: number, when: Fault["when"]): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const running = execFile(process.execPath, [child, scan.org_id, scan.scan_id, String(call), when]);
    running.once("exit", (_, signal) => resolve(signal));
  });

async function expectSameEnd(what: string): Promise<void> {
  const state = endState(await wholeTable());
  expect([...state.keys()], what).toEqual([...undisturbed.keys()]);
  for (const [key, item] of state) expect(item, `${what}: ${key}`).toEqual(undisturbed.get(key));
  await assertInvariants(scan.org_id, "easm");
}

/** Ids that finalize makes up: of events, and of the segments and the version of the ledger. */
const FRESH_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * All that the table says, by key (events by what they tell), where ids and instants that were not there before finalize are told by their kind alone.
 * Left out are chunks that nothing leads to, as each attempt writes those of its ledger anew and only the one whose head
 * counts is ever read; and marks of touched findings, which are taken away when the scan has ended: one that stays makes
 * the next scan read a row that says what the ledger says, as the invariants show.
 */
function endState(items: readonly Item[]): ReadonlyMap<string, unknown> {
  const known = new Set(before.flatMap((item) => JSON.stringify(item).match(FRESH_ID) ?? []));
  const knownInstants = new Set(before.flatMap((item) => JSON.stringify(item).match(INSTANT) ?? []));
  const rename = (text: string) =>
    text
      .replace(FRESH_ID, (id) => (known.has(id) ? id : "<fresh id>"))
      .replace(INSTANT, (instant) => (knownInstants.has(instant) ? instant : "<instant>"));
  const named = (item: Item): [string, unknown] => {
    const { ttl, ...rest } = item;
    const told = item.__edb_e__ === "activity" ? ` ${item.action} ${JSON.stringify(item.detail)}` : "";
    return [
      rename(`${keyOf(item)}${told}`),
      readable({ ...rest, ...(ttl === undefined ? {} : { ttl: "<later>" }) }, rename),
    ];
  };
  const counts = items.filter((item) => item.__edb_e__ !== "touchedfinding" && !isOrphan(item, items)).map(named);
  expect(new Set(counts.map(([name]) => name)).size, "nothing is there twice").toBe(counts.length);
  return new Map(counts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A chunk of a ledger's segment that no head names. */
const isOrphan = ({ __edb_e__, name, version }: Item, items: readonly Item[]): boolean =>
  __edb_e__ === "snapshotchunk" &&
  String(name).startsWith("findings-") &&
  !items.some((item) => item.__edb_e__ === "ledgerhead" && JSON.stringify(item.segments).includes(String(version)));
