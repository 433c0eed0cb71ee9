import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Coverage,
  isOpen,
  judge,
  MISSES_TO_RESOLVE,
  type Observation,
  summarise,
  whyUnknown,
} from "../../functions/domain/reconcile.ts";
import { type FindingStatus, findingStatuses } from "../../functions/domain/vocabulary.ts";

const known = (status: FindingStatus, misses = 0) => ({ status, misses });
const AT = "2026-01-31T09:41:12.000Z";

const coverage = (changes: Partial<Coverage> = {}): Coverage => ({
  scanId: "scan-2",
  at: AT,
  full: true,
  succeeded: new Set(["easm.http"]),
  failures: new Map(),
  inScope: () => true,
  reached: () => true,
  ...changes,
});

describe("a finding that the scan saw", () => {
  test("is new when it was not on record", () => {
    expect(judge(undefined, "seen")).toEqual({ bucket: "new", status: "new", misses: 0 });
  });

  test.each(["new", "in_progress", "reopened", "open", "triaged"] as const)("stays %s", (status) => {
    expect(judge(known(status, 1), "seen")).toEqual({ bucket: "still_open", status, misses: 0 });
  });

  test.each(["resolved", "confirmed_resolved"] as const)("is reopened when it was %s", (status) => {
    expect(judge(known(status), "seen")).toMatchObject({ bucket: "reopened", status: "reopened" });
  });

  test.each(["accepted_risk", "false_positive"] as const)("stays %s", (status) => {
    expect(judge(known(status), "seen")).toMatchObject({ bucket: "unchanged", status });
  });
});

describe("a finding that the scan saw and a rule suppresses", () => {
  test("is born with the rule's status when it was not on record, and is in no count of the delta", () => {
    expect(judge(undefined, "seen", "false_positive")).toEqual({
      bucket: "unchanged",
      status: "false_positive",
      misses: 0,
    });
  });

  test("is reopened all the same when the customer said that it was resolved", () => {
    expect(judge(known("resolved"), "seen", "accepted_risk")).toMatchObject({ bucket: "reopened" });
  });

  test.each(["new", "reopened", "open", "triaged", "confirmed_resolved"] as const)(
    "takes the rule's status when it was %s",
    (status) => {
      expect(judge(known(status), "seen", "accepted_risk")).toMatchObject({
        bucket: "unchanged",
        status: "accepted_risk",
      });
    },
  );

  test.each(["in_progress", "accepted_risk", "false_positive"] as const)("keeps the answer %s", (status) => {
    expect(judge(known(status), "seen", status === "accepted_risk" ? "false_positive" : "accepted_risk").status).toBe(
      status,
    );
  });
});

describe("a finding that the scan could have seen and did not", () => {
  test("is confirmed when the customer said resolved", () => {
    expect(judge(known("resolved"), "gone")).toMatchObject({
      bucket: "confirmed_resolved",
      status: "confirmed_resolved",
    });
  });

  test("stays open the first time and is auto-resolved the second time in a row", () => {
    const first = judge(known("new"), "gone");
    expect(first).toMatchObject({ bucket: "still_open", status: "new", misses: 1 });
    const second = judge(known("new", first.misses), "gone");
    expect(second).toMatchObject({ bucket: "auto_resolved", status: "confirmed_resolved", misses: MISSES_TO_RESOLVE });
  });
});

test.each(findingStatuses)("a finding that the scan could not check keeps its status and its misses: %s", (status) => {
  expect(judge(known(status, 1), "unknown", "false_positive")).toMatchObject({ status, misses: 1 });
});

describe("an absence", () => {
  const finding = { scanners: ["easm.http"], asset: "https://www.example.com" };

  test("counts when all that could have seen it has looked", () => {
    expect(whyUnknown(finding, coverage())).toBeNull();
  });

  test.each<[string, Partial<Coverage>]>([
    ["scanner_failed", { succeeded: new Set(), failures: new Map([["easm.http", "connection refused"]]) }],
    ["scanner_not_run", { full: false, succeeded: new Set() }],
    ["limited_scan", { full: false }],
    ["asset_out_of_scope", { inScope: () => false, reached: () => false }],
    ["asset_unreachable", { reached: () => false }],
  ])("says nothing: %s", (cause, change) => {
    expect(whyUnknown(finding, coverage(change))).toBe(cause);
  });

  test("says nothing when one of its two scanners failed", () => {
    const failures = new Map([["easm.tls", "timeout"]]);
    const twice = { ...finding, scanners: ["easm.http", "easm.tls"] };
    expect(whyUnknown(twice, coverage({ failures }))).toBe("scanner_failed");
  });
});

const anyKnown = fc.record({
  status: fc.constantFrom(...findingStatuses),
  misses: fc.integer({ min: 0, max: 3 }),
  observation: fc.constantFrom<Observation>("seen", "gone", "unknown"),
});

describe("properties", () => {
  test("an identical rescan changes nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...findingStatuses), (status) => {
        const first = judge(known(status), "seen");
        const again = judge(first, "seen");
        expect(again.status).toBe(first.status);
        expect(["still_open", "unchanged"]).toContain(again.bucket);
      }),
    );
  });

  test("the delta counts each finding at most once and the breakdown sums to the total", () => {
    fc.assert(
      fc.property(fc.array(anyKnown), (findings) => {
        const verdicts = findings.map(({ observation, ...finding }) => judge(finding, observation));
        const { delta, validation } = summarise(verdicts);
        const counted = Object.values(delta).reduce((sum, count) => sum + count, 0);
        expect(counted).toBe(verdicts.filter(({ bucket }) => bucket !== "unchanged").length);
        expect(Object.values(validation.status_breakdown).reduce((sum, count) => sum + count, 0)).toBe(findings.length);
        expect(validation.still_open).toBe(verdicts.filter(({ status }) => isOpen(status)).length);
        expect(validation).toMatchObject({
          confirmed_fixed: delta.confirmed_resolved,
          regressed: delta.reopened,
          newly_found: delta.new,
          auto_resolved: delta.auto_resolved,
        });
      }),
    );
  });
});
