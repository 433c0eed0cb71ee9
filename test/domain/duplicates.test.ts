import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duplicatesOf, type Reported } from "../../functions/domain/duplicates.ts";
import { findingClasses, severities } from "../../functions/domain/vocabulary.ts";

const reported = (id: string, scanner: string, more: Partial<Reported> = {}): Reported => ({
  id,
  weakness: "exposed git",
  scanners: [scanner],
  severity: "high",
  finding_class: "issue",
  wasKnown: false,
  ...more,
});
const pairs = (...seen: Reported[]) => Object.fromEntries(duplicatesOf(seen));

describe("which finding speaks for the others", () => {
  test("the smallest id where nothing else decides", () => {
    expect(pairs(reported("c", "x"), reported("a", "y"), reported("b", "z"))).toEqual({ b: "a", c: "a" });
  });

  test("a known one before a new one", () => {
    expect(pairs(reported("a", "x"), reported("b", "y", { wasKnown: true }))).toEqual({ a: "b" });
  });

  test("a more severe one before a known one", () => {
    const mild = reported("a", "x", { severity: "medium", wasKnown: true });
    expect(pairs(mild, reported("b", "y", { severity: "critical" }))).toEqual({ a: "b" });
  });

  test("one that lists show before inventory", () => {
    const listed = reported("a", "x", { finding_class: "inventory", severity: "critical" });
    expect(pairs(listed, reported("b", "y", { severity: "low" }))).toEqual({ a: "b" });
  });
});

describe("what is no duplicate", () => {
  test("another weakness", () => {
    expect(pairs(reported("a", "x"), reported("b", "y", { weakness: "exposed svn" }))).toEqual({});
  });

  test("another finding of the same scanner", () => {
    expect(pairs(reported("a", "x"), reported("b", "x"))).toEqual({});
  });

  test("a finding that shares one of its scanners", () => {
    expect(pairs(reported("a", "x", { scanners: ["x", "y"] }), reported("b", "y"))).toEqual({});
  });

  test("what a scanner tells apart, although another scanner does not", () => {
    expect(pairs(reported("a", "x"), reported("b", "y"), reported("c", "y"))).toEqual({});
    expect(pairs(reported("a", "y"), reported("b", "x"), reported("c", "y"))).toEqual({ b: "a" });
  });
});

describe("of any findings", () => {
  const findings = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(..."abcdefghijkl"),
      weakness: fc.constantFrom("one", "two", "three"),
      scanners: fc.uniqueArray(fc.constantFrom("v", "w", "x", "y", "z"), { minLength: 1, maxLength: 2 }),
      wasKnown: fc.boolean(),
      severity: fc.constantFrom(...severities),
      finding_class: fc.constantFrom(...findingClasses),
    }),
    { selector: ({ id }) => id },
  );

  test("the order decides nothing", () => {
    const shuffled = findings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(Object.fromEntries(duplicatesOf(other))).toEqual(Object.fromEntries(duplicatesOf(all)));
      }),
    );
  });

  test("a primary is no duplicate, has the same weakness and shares no scanner with its duplicate", () => {
    fc.assert(
      fc.property(findings, (all) => {
        const byId = new Map(all.map((finding) => [finding.id, finding]));
        const duplicates = duplicatesOf(all);
        for (const [id, primaryId] of duplicates) {
          const [duplicate, primary] = [byId.get(id), byId.get(primaryId)];
          expect(duplicates.has(primaryId)).toBe(false);
          expect(duplicate?.weakness).toBe(primary?.weakness);
          expect(duplicate?.scanners.filter((scanner) => primary?.scanners.includes(scanner))).toEqual([]);
        }
      }),
    );
  });

  test("each weakness keeps a finding that is shown", () => {
    fc.assert(
      fc.property(findings, (all) => {
        const duplicates = duplicatesOf(all);
        const shown = new Set(all.filter(({ id }) => !duplicates.has(id)).map(({ weakness }) => weakness));
        expect(shown).toEqual(new Set(all.map(({ weakness }) => weakness)));
      }),
    );
  });
});
