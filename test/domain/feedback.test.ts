import { describe, expect, test } from "vitest";
import { isSuppressed, ruleAsked, takesBack, timeOfChange } from "../../functions/domain/feedback.ts";
import { ruleId } from "../../functions/domain/suppression.ts";
import { feedbackStatuses, findingStatuses } from "../../functions/domain/vocabulary.ts";

const finding = { template_id: "easm.http.weak", title: "Weakness", category: "http" };

describe("ruleAsked", () => {
  test.each(feedbackStatuses)("%s asks for none by itself", (status) => {
    expect(ruleAsked("org-1", finding, { status })).toBeNull();
  });

  test("compares the template id unless something else is named", () => {
    const rule = { status: "accepted_risk", suppress_similar: true } as const;
    expect(ruleAsked("org-1", finding, rule)).toEqual({
      id: ruleId("org-1", "template_id", "easm.http.weak"),
      match: "template_id",
      value: "easm.http.weak",
      status: "accepted_risk",
    });
    expect(ruleAsked("org-1", finding, { ...rule, suppress_match: "category" })).toMatchObject({ value: "http" });
  });

  test("refuses what the finding has no value for", () => {
    const rule = { status: "accepted_risk", suppress_similar: true, suppress_match: "cve" } as const;
    expect(() => ruleAsked("org-1", finding, rule)).toThrow("suppress_match: the finding has no cve to match");
  });
});

describe("takesBack", () => {
  const asked = { id: "rule-2", match: "title", value: "Weakness", status: "accepted_risk" } as const;

  test.each([
    ["a status that suppresses nothing", { status: "resolved" as const }, null, true],
    ["a word against it", { status: "accepted_risk" as const, suppress_similar: false }, null, true],
    ["another rule", { status: "accepted_risk" as const, suppress_similar: true }, asked, true],
    [
      "not the same rule",
      { status: "accepted_risk" as const, suppress_similar: true },
      { ...asked, id: "rule-1" },
      false,
    ],
    ["not the other suppressed status", { status: "false_positive" as const }, null, false],
  ])("%s", (_, feedback, rule, expected) => {
    expect(takesBack("rule-1", feedback, rule)).toBe(expected);
  });
});

test("two statuses are suppressed", () => {
  expect(findingStatuses.filter(isSuppressed)).toEqual(["accepted_risk", "false_positive"]);
});

test.each([
  ["2026-01-31T09:29:59.999Z", "2026-01-31T09:30:00.000Z"],
  ["2026-01-31T09:30:00.000Z", "2026-01-31T09:30:00.000Z"],
  ["2026-01-31T09:30:00.001Z", "2026-01-31T09:30:00.001Z"],
])("a change after one of %s counts as made at %s", (status_changed_at, expected) => {
  expect(timeOfChange({ status_changed_at }, new Date("2026-01-31T09:30:00Z")).toISOString()).toBe(expected);
});
