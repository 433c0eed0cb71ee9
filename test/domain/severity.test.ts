import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assess, cvssBand, type SeveritySources } from "../../functions/domain/severity.ts";
import { modules, type Severity, severities } from "../../functions/domain/vocabulary.ts";
import { scannersOf } from "../../functions/scanners/registry.ts";

const plain: SeveritySources = {
  templateId: "easm.exposures.git_repository",
  native: "high",
  cvssOfCve: undefined,
  exposure: undefined,
};
const lowered = { value: "medium", reason: "nobody can reach it" } as const;

describe("cvssBand", () => {
  test.each([
    [0, "info"],
    [0.1, "low"],
    [3.9, "low"],
    [4, "medium"],
    [6.9, "medium"],
    [7, "high"],
    [8.9, "high"],
    [9, "critical"],
    [10, "critical"],
  ] as const)("%f is %s", (score, severity) => {
    expect(cvssBand(score)).toBe(severity);
  });

  test.each([-0.1, 10.1, Number.NaN, Number.POSITIVE_INFINITY])("%f is no score", (score) => {
    expect(() => cvssBand(score)).toThrow(RangeError);
  });

  test("a higher score is never less severe", () => {
    const score = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(score, score, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(severities.indexOf(cvssBand(less))).toBeLessThanOrEqual(severities.indexOf(cvssBand(more)));
      }),
    );
  });
});

describe("assess", () => {
  const native = "native: high (easm.exposures.git_repository)";

  test.each<[string, Partial<SeveritySources>, Severity, readonly string[]]>([
    ["the rule alone", {}, "high", [native]],
    ["a CVE that agrees", { cvssOfCve: 7.5 }, "high", [native, "cvss 7.5: high"]],
    ["a worse CVE", { cvssOfCve: 9.8 }, "critical", [native, "cvss 9.8: high -> critical"]],
    ["a lesser CVE", { cvssOfCve: 5 }, "medium", [native, "cvss 5.0: high -> medium"]],
    ["a CVE without effect", { cvssOfCve: 0 }, "info", [native, "cvss 0.0: high -> info"]],
    ["the target", { exposure: lowered }, "medium", [native, "exposure: high -> medium, nobody can reach it"]],
    ["a target that changes nothing", { exposure: { ...lowered, value: "high" } }, "high", [native]],
    [
      "the target has the last word on a CVE",
      { cvssOfCve: 9.8, exposure: lowered },
      "medium",
      [native, "cvss 9.8: high -> critical", "exposure: critical -> medium, nobody can reach it"],
    ],
  ])("%s", (_, change, severity, severity_reason) => {
    expect(assess({ ...plain, ...change })).toEqual({ severity, source_severity: "high", severity_reason });
  });
});

describe("the rules of all scanners", () => {
  /** Rules whose severity is not the band of their score, and why that is meant. */
  const deviations: Readonly<Record<string, string>> = {
    "easm.tls.certificate_expired": "the score weighs what an attacker gains; that nobody gets in any more weighs more",
  };
  const rules = modules.flatMap((module) =>
    scannersOf(module).flatMap(({ key, rules }) =>
      Object.entries(rules).map(([name, rule]) => [`${key}.${name}`, rule] as const),
    ),
  );

  test("have the severity of their score, or a reason not to", () => {
    const deviating = rules.filter(([, rule]) => cvssBand(rule.cvss_score) !== rule.severity).map(([id]) => id);
    expect(deviating.sort()).toEqual(Object.keys(deviations).sort());
  });
});
