import { describe, expect, test } from "vitest";
import {
  expiryFrom,
  hasExpired,
  isSuppressible,
  matchedValue,
  ruleId,
  rulesByKey,
  suppressionFor,
  valueToMatch,
} from "../../functions/domain/suppression.ts";
import { findingStatuses, type SuppressMatch, suppressMatches } from "../../functions/domain/vocabulary.ts";

const now = new Date("2026-01-31T09:30:00.000Z");

const finding = {
  template_id: "easm.http.weak",
  title: "Weakness",
  category: "http",
  cve_id: "CVE-2024-0001",
};

const ruleBy = (match: SuppressMatch, changes: { value?: string; expires_at?: string } = {}) => ({
  match,
  value: matchedValue(finding, match) ?? "",

  ...changes,
});

describe("ruleId", () => {
  test("depends on org, match and value", () => {
    const ids = [
      ruleId("org-1", "title", "x"),
      ruleId("org-2", "title", "x"),
      ruleId("org-1", "category", "x"),
      ruleId("org-1", "title", "y"),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ruleId("org-1", "title", "x")).toBe(ids[0]);
  });
});

describe("valueToMatch", () => {
  test("is what the finding has, or a refusal", () => {
    expect(valueToMatch(finding, "cve")).toBe("CVE-2024-0001");
    expect(() => valueToMatch({ template_id: "x", title: "X" }, "cve")).toThrow(
      "suppress_match: the finding has no cve to match",
    );
  });
});

describe("expiryFrom", () => {
  test.each([
    ["2026-01-31T09:30:00.001Z", "2026-01-31T09:30:00.001Z"],
    ["2026-01-31T09:30:01Z", "2026-01-31T09:30:01.000Z"],
    ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
    ["2031-01-31T09:30:00Z", "2031-01-31T09:30:00.000Z"],
  ])("%s", (asked, expected) => {
    expect(expiryFrom(asked, now)).toBe(expected);
  });

  test.each([
    ["2026-01-31T09:30:00Z", "expires_at: must be in the future"],
    ["2026-01-31T10:30:00+02:00", "expires_at: must be in the future"],
    ["2031-01-31T09:30:00.001Z", "expires_at: must be at most 5 years ahead"],
    ["9999-12-31T23:59:59-23:59", "expires_at: must be at most 5 years ahead"],
  ])("not %s", (asked, detail) => {
    expect(() => expiryFrom(asked, now)).toThrow(detail);
  });
});

describe("hasExpired", () => {
  test.each([
    [undefined, false],
    ["2026-01-31T09:30:00.001Z", false],
    ["2026-01-31T09:30:00.000Z", true],
  ])("%s", (expires_at, expected) => {
    expect(hasExpired(expires_at === undefined ? {} : { expires_at }, now)).toBe(expected);
  });
});

describe("suppressionFor", () => {
  test.each(suppressMatches)("a rule by %s", (match) => {
    expect(suppressionFor(finding, rulesByKey([ruleBy(match)], now))).toEqual(ruleBy(match));
  });

  test("a rule whose time is not over", () => {
    const rule = ruleBy("title", { expires_at: "2026-02-01T00:00:00.000Z" });
    expect(suppressionFor(finding, rulesByKey([rule], now))).toBe(rule);
  });

  test.each([
    ["none", []],
    ["one whose time is over", [ruleBy("title", { expires_at: now.toISOString() })]],
    ["one with another value", [ruleBy("title", { value: "Other weakness" })]],
    ["one whose value stands elsewhere in the finding", [ruleBy("title", { value: "http" })]],
  ])("not by %s", (_, rules) => {
    expect(suppressionFor(finding, rulesByKey(rules, now))).toBeUndefined();
  });

  test("not by a CVE that the finding lacks", () => {
    expect(suppressionFor({ template_id: "x", title: "X" }, rulesByKey([ruleBy("cve")], now))).toBeUndefined();
  });

  test("of several the narrowest that holds decides, in whatever order they come", () => {
    const rules = suppressMatches.map((match) => ruleBy(match));
    for (const order of [rules, rules.toReversed()]) {
      const byKey = rulesByKey(order, now);
      expect(suppressionFor(finding, byKey)?.match).toBe("cve");
      expect(suppressionFor({ ...finding, cve_id: undefined }, byKey)?.match).toBe("template_id");
    }
    const expired = [ruleBy("cve", { expires_at: now.toISOString() }), ruleBy("category")];
    expect(suppressionFor(finding, rulesByKey(expired, now))?.match).toBe("category");
  });
});

test("what nobody has answered can be suppressed", () => {
  expect(findingStatuses.filter(isSuppressible)).toEqual(["new", "reopened", "open", "triaged"]);
});
