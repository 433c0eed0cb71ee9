import { describe, expect, test } from "vitest";
import type { NotVerified } from "../../functions/domain/ledger.ts";
import { isTask, type TaskSource, taskOf, taskStatus } from "../../functions/domain/task.ts";
import { findingClasses, findingStatuses, severities } from "../../functions/domain/vocabulary.ts";

const finding = {
  id: "finding-1",
  title: "Weakness",
  remediation: "Mend it.",
  severity: "high",
  status: "new",
  finding_class: "issue",
  first_seen: "2026-01-31T09:30:00.000Z",
  status_changed_at: "2026-02-01T09:30:00.000Z",
  not_verified: null,
} as const;

describe("isTask", () => {
  const kept = <K extends keyof TaskSource>(field: K, values: readonly TaskSource[K][]) =>
    values.filter((value) => isTask({ ...finding, [field]: value }));

  test("weaknesses and mistaken exposures, but for information and duplicates", () => {
    expect(kept("finding_class", findingClasses)).toEqual(["should_not_be_public", "issue"]);
    expect(kept("severity", severities)).toEqual(["low", "medium", "high", "critical"]);
    expect(kept("duplicate_of", [undefined, "finding-2"])).toEqual([undefined]);
    expect(kept("status", findingStatuses)).toEqual(findingStatuses);
  });
});

describe("taskStatus", () => {
  test.each([
    ["new", "open"],
    ["reopened", "open"],
    ["open", "open"],
    ["triaged", "open"],
    ["in_progress", "in_progress"],
    ["resolved", "done"],
    ["confirmed_resolved", "done"],
    ["accepted_risk", "wont_do"],
    ["false_positive", "wont_do"],
  ] as const)("%s: %s", (status, expected) => {
    const { status_changed_at } = finding;
    const blocked = status === "resolved" ? "blocked" : expected;
    const as = (not_verified: NotVerified | null) => taskStatus({ status, status_changed_at, not_verified });
    expect(as(null)).toBe(expected);
    for (const cause of ["scanner_failed", "asset_unreachable"] as const) {
      expect(as({ cause, reason: "", at: "2026-02-01T09:30:01.000Z" })).toBe(blocked);
      expect(as({ cause, reason: "", at: status_changed_at })).toBe(expected);
    }
    expect(as({ cause: "limited_scan", reason: "", at: "2026-02-01T09:30:01.000Z" })).toBe(expected);
  });
});

describe("taskOf", () => {
  test("tells what the finding says", () => {
    expect(taskOf(finding)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "Weakness",
      description: "Mend it.",
      status: "open",
      priority: "high",
      assignee: null,
      due_date: "2026-03-02T09:30:00.000Z",
      finding_id: "finding-1",
      created_at: "2026-01-31T09:30:00.000Z",
      updated_at: "2026-02-01T09:30:00.000Z",
    });
    expect(taskOf({ ...finding, remediation: undefined }).description).toBeNull();
  });

  test.each([
    ["critical", "urgent", "2026-02-07"],
    ["high", "high", "2026-03-02"],
    ["medium", "medium", "2026-05-01"],
    ["low", "low", "2026-07-30"],
  ] as const)("%s: %s, due on %s", (severity, priority, day) => {
    const task = taskOf({ ...finding, severity });
    expect(task).toMatchObject({ priority, due_date: `${day}T09:30:00.000Z` });
  });
});
