import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Groupable, groupFindings, groupKey } from "../../functions/domain/group.ts";
import { findingStatuses, modules, severities } from "../../functions/domain/vocabulary.ts";

const part = fc.constantFrom("a", "b", "a:b", "b:a", ":", "%3A", "CVE-2024-1");
const seen = fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z");
const anyFinding: fc.Arbitrary<Groupable> = fc.record({
  id: fc.uuid(),
  module: fc.constantFrom(...modules),
  template_id: part,
  cve_id: fc.option(part, { nil: undefined }),
  severity: fc.constantFrom(...severities),
  status: fc.constantFrom(...findingStatuses),
  finding_class: fc.constant("issue" as const),
  first_seen: seen,
  last_seen: seen,
});
const anyFindings = fc.uniqueArray(anyFinding, { selector: ({ id }) => id, maxLength: 60 });

const rank = ({ severity }: Groupable) => severities.indexOf(severity);

describe("groupKey", () => {
  test("is readable", () => {
    expect(groupKey({ module: "easm", template_id: "easm.exposures.git_repository" })).toBe(
      "easm:easm.exposures.git_repository",
    );
    expect(groupKey({ module: "dast", template_id: "dast.old", cve_id: "CVE-2024-1" })).toBe(
      "dast:dast.old:CVE-2024-1",
    );
  });

  test("is one for each module, rule and CVE", () => {
    fc.assert(
      fc.property(anyFinding, anyFinding, (one, other) => {
        const parts = ({ module, template_id, cve_id }: Groupable) => JSON.stringify([module, template_id, cve_id]);
        expect(groupKey(one) === groupKey(other)).toBe(parts(one) === parts(other));
      }),
    );
  });
});

describe("groupFindings", () => {
  test("each finding is in the one group of its key, and counted once", () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const groups = groupFindings(findings);
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        expect(groups.flatMap(({ findings }) => findings.map(({ id }) => id)).sort()).toEqual(
          findings.map(({ id }) => id).sort(),
        );
        for (const { key, findings: members, status_breakdown } of groups) {
          expect(members.every((member) => groupKey(member) === key)).toBe(true);
          expect(Object.values(status_breakdown).reduce((sum, count) => sum + count, 0)).toBe(members.length);
        }
      }),
    );
  });

  test("the first of a group is its worst, and the times span all of it", () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        for (const group of groupFindings(findings)) {
          const ranks = group.findings.map(rank);
          expect(ranks[0]).toBe(Math.max(...ranks));
          expect(group.first_seen).toBe(group.findings.map(({ first_seen }) => first_seen).sort()[0]);
          expect(group.last_seen).toBe(
            group.findings
              .map(({ last_seen }) => last_seen)
              .sort()
              .at(-1),
          );
        }
      }),
    );
  });

  test("worst groups first, then the largest, in whatever order the findings come", () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const groups = groupFindings(findings);
        const order = groups.map(({ findings: [worst, ...rest], key }) => [-rank(worst), -rest.length, key] as const);
        const sorted = order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
        expect(order).toEqual(sorted);
        expect(groupFindings(findings.toReversed())).toEqual(groups);
      }),
    );
  });
});
