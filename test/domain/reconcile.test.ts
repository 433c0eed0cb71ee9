import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KnownFinding } from "../../functions/domain/finding.ts";
import { type Coverage, isOpen, judge, MISSES_TO_RESOLVE, summarise } from "../../functions/domain/reconcile.ts";
import { type FindingStatus, findingStatuses } from "../../functions/domain/vocabulary.ts";

const coverage = (changes: Partial<Coverage> = {}): Coverage => ({
  scanId: "scan-2",
  full: true,
  succeeded: new Set(["easm.http"]),
  reached: () => true,
  ...changes,
});

const known = (status: FindingStatus, changes: Partial<KnownFinding> = {}): KnownFinding => ({
  id: "finding",
  status,
  misses: 0,
  scanners: ["easm.http"],
  asset: "https://www.example.com",
  version: 1,
  reconciled: { scan_id: "scan-1", bucket: "new" },
  ...changes,
});

describe("a finding that the scan saw", () => {
  test("a new finding that a rule suppresses is born with the rule's status, and is in no count of the delta", () => {
    expect(judge(undefined, true, coverage(), "false_positive")).toEqual({
      bucket: "unchanged",
      status: "false_positive",
      misses: 0,
      write: true,
    });
    expect(judge(known("new"), true, coverage(), "false_positive")).toMatchObject({
      bucket: "still_open",
      status: "new",
    });
  });

  test("is new when it was not on record", () => {
    expect(judge(undefined, true, coverage())).toMatchObject({ bucket: "new", status: "new" });
  });

  test.each(["new", "in_progress", "reopened", "open", "triaged"] as const)("stays %s", (status) => {
    expect(judge(known(status, { misses: 1 }), true, coverage())).toMatchObject({
      bucket: "still_open",
      status,
      misses: 0,
    });
  });

  test.each(["resolved", "confirmed_resolved"] as const)("is reopened when it was %s", (status) => {
    expect(judge(known(status), true, coverage())).toMatchObject({ bucket: "reopened", status: "reopened" });
  });

  test.each(["accepted_risk", "false_positive"] as const)("stays %s", (status) => {
    expect(judge(known(status), true, coverage())).toMatchObject({ bucket: "unchanged", status });
  });
});

describe("a finding that the scan could have seen and did not", () => {
  test("is confirmed when the customer said resolved", () => {
    expect(judge(known("resolved"), false, coverage())).toMatchObject({
      bucket: "confirmed_resolved",
      status: "confirmed_resolved",
    });
  });

  test("stays open the first time and is auto-resolved the second time in a row", () => {
    const first = judge(known("new"), false, coverage());
    expect(first).toMatchObject({ bucket: "still_open", status: "new", misses: 1 });
    const second = judge(known("new", { misses: first.misses }), false, coverage());
    expect(second).toMatchObject({ bucket: "auto_resolved", status: "confirmed_resolved", misses: MISSES_TO_RESOLVE });
  });
});

describe("a finding that the scan could not have seen keeps its status and its misses", () => {
  const blind: [string, Partial<Coverage>][] = [
    ["a targeted scan", { full: false }],
    ["its scanner failed", { succeeded: new Set() }],
    ["its asset was not reached", { reached: () => false }],
  ];
  for (const [why, change] of blind)
    test.each(findingStatuses)(`${why}: %s`, (status) => {
      expect(judge(known(status, { misses: 1 }), false, coverage(change))).toMatchObject({
        status,
        misses: 1,
        write: false,
      });
    });

  test("one of its two scanners failed", () => {
    const twice = known("new", { scanners: ["easm.http", "easm.tls"] });
    expect(judge(twice, false, coverage())).toMatchObject({ write: false });
  });
});

const anyKnown = fc.record({
  status: fc.constantFrom(...findingStatuses),
  misses: fc.integer({ min: 0, max: 3 }),
  detected: fc.boolean(),
  reached: fc.boolean(),
});

describe("properties", () => {
  test("a verdict judged again in the same scan stands", () => {
    fc.assert(
      fc.property(anyKnown, ({ status, misses, detected, reached }) => {
        const seen = coverage({ reached: () => reached });
        const first = judge(known(status, { misses }), detected, seen);
        const written = first.write
          ? known(first.status, { misses: first.misses, reconciled: { scan_id: seen.scanId, bucket: first.bucket } })
          : known(status, { misses });
        const second = judge(written, detected, seen);
        expect({ bucket: second.bucket, status: second.status }).toEqual({
          bucket: first.bucket,
          status: first.status,
        });
      }),
    );
  });

  test("an identical rescan changes nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...findingStatuses), (status) => {
        const first = judge(known(status), true, coverage());
        const again = judge(known(first.status), true, coverage({ scanId: "scan-3" }));
        expect(again.status).toBe(first.status);
        expect(["still_open", "unchanged"]).toContain(again.bucket);
      }),
    );
  });

  test("the delta counts each finding at most once and the breakdown sums to the total", () => {
    fc.assert(
      fc.property(fc.array(anyKnown), (findings) => {
        const verdicts = findings.map(({ status, misses, detected, reached }) =>
          judge(known(status, { misses }), detected, coverage({ reached: () => reached })),
        );
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
