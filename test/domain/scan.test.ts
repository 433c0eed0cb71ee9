import { describe, expect, test } from "vitest";
import { finalStatus, nextScanAllowedAt, phaseOf, type RunCounters, runStatus } from "../../functions/domain/scan.ts";

const run = (total: number | undefined, done: number, failed = 0, unreached = 0): RunCounters => ({
  scanner_key: "easm.http",
  scanner_type: "native",
  batches_total: total,
  batches_done: done,
  batches_failed: failed,
  target_count: done,
  unreached_count: unreached,
});

describe("runStatus", () => {
  test.each([
    ["pending before its stage", run(undefined, 0), "running", "pending"],
    ["running while batches are open", run(3, 1), "running", "running"],
    ["completed when all are done", run(3, 3), "running", "completed"],
    ["failed when one batch failed", run(3, 3, 1), "running", "failed"],
    ["completed when some targets did not answer", run(3, 3, 0, 2), "running", "completed"],
    ["failed when no target answered", run(3, 3, 0, 3), "running", "failed"],
    ["skipped when there was nothing to do", run(0, 0), "running", "skipped"],
    ["cancelled with its scan", run(3, 1), "cancelled", "cancelled"],
    ["failed with its scan", run(undefined, 0), "failed", "failed"],
    ["still completed in a cancelled scan", run(3, 3), "cancelled", "completed"],
  ] as const)("%s", (_, counters, scan, expected) => {
    expect(runStatus(counters, scan)).toBe(expected);
  });
});

describe("finalStatus", () => {
  test.each([
    ["completed when every run is", [run(1, 1), run(0, 0)], "completed"],
    ["partial when some failed", [run(1, 1), run(1, 1, 1)], "partial"],
    ["failed when all that had something to do failed", [run(1, 1, 1), run(0, 0)], "failed"],
    ["completed when nobody had anything to do", [run(0, 0)], "completed"],
  ] as const)("%s", (_, runs, expected) => {
    expect(finalStatus(runs)).toBe(expected);
  });
});

describe("nextScanAllowedAt", () => {
  const now = new Date("2026-03-15T00:00:00.000Z");
  test("is null without an earlier scan", () => expect(nextScanAllowedAt(undefined, 14, now)).toBeNull());
  test("is the end of the interval while it lasts", () =>
    expect(nextScanAllowedAt("2026-03-10T00:00:00.000Z", 14, now)).toBe("2026-03-24T00:00:00.000Z"));
  test("is null from the end of the interval on", () =>
    expect(nextScanAllowedAt("2026-03-01T00:00:00.000Z", 14, now)).toBeNull());
});

test.each([
  ["pending", "running"],
  ["running", "running"],
  ["partial", "done"],
  ["completed", "done"],
  ["failed", "done"],
  ["cancelled", "cancelled"],
] as const)("a %s scan is in phase %s", (status, phase) => {
  expect(phaseOf(status)).toBe(phase);
});
