import { describe, expect, test } from "vitest";
import { matchedValue, ruleId, ruleKeysOf, suppressionFor } from "../../functions/domain/suppression.ts";
import { type SuppressMatch, suppressMatches } from "../../functions/domain/vocabulary.ts";

const finding = {
  template_id: "easm.http.weak",
  title: "Weakness",
  category: "http",
  cve_id: "CVE-2024-0001",
};

const ruleBy = (match: SuppressMatch, changes: object = {}) => ({
  match,
  value: matchedValue(finding, match) ?? "",
  active: true,
  ...changes,
});

describe("ruleKeysOf", () => {
  test("holds the key of every rule that can match", () => {
    expect(ruleKeysOf("org-1", finding)).toEqual(
      suppressMatches.map((match) => ({
        org_id: "org-1",
        id: ruleId("org-1", match, matchedValue(finding, match) ?? ""),
      })),
    );
  });

  test("holds none for what the finding lacks", () => {
    expect(ruleKeysOf("org-1", { template_id: "x", title: "X" })).toHaveLength(2);
  });
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

describe("suppressionFor", () => {
  test.each(suppressMatches)("a rule by %s", (match) => {
    expect(suppressionFor(finding, [ruleBy(match)])).toEqual(ruleBy(match));
  });

  test.each([
    ["none", []],
    ["one that no longer holds", [ruleBy("title", { active: false })]],
    ["one with another value", [ruleBy("title", { value: "Other weakness" })]],
    ["one whose value stands elsewhere in the finding", [ruleBy("title", { value: "http" })]],
  ])("not by %s", (_, rules) => {
    expect(suppressionFor(finding, rules)).toBeUndefined();
  });

  test("not by a CVE that the finding lacks", () => {
    expect(suppressionFor({ template_id: "x", title: "X" }, [ruleBy("cve")])).toBeUndefined();
  });

  test("of several the narrowest decides, in whatever order they come", () => {
    const rules = suppressMatches.map((match) => ruleBy(match));
    for (const order of [rules, rules.toReversed()]) {
      expect(suppressionFor(finding, order)?.match).toBe("cve");
      expect(suppressionFor({ ...finding, cve_id: undefined }, order)?.match).toBe("template_id");
    }
  });
});
