import { describe, expect, test } from "vitest";
import { taskId } from "../../functions/domain/task.ts";
import { isCreation, type TaskFinding, taskChange, taskCounts } from "../../functions/domain/task-change.ts";

const finding: TaskFinding = {
  id: "finding-1",
  title: "Weakness",
  severity: "high",
  status: "new",
  finding_class: "issue",
};
const information: TaskFinding = { ...finding, severity: "info" };
const task = { id: taskId("finding-1"), finding_id: "finding-1", title: "Weakness" };

describe("taskChange", () => {
  test("a finding that is a task from now on makes one", () => {
    const made = { ...task, status: "open", priority: "high" };
    expect(taskChange(undefined, finding)).toEqual(made);
    expect(taskChange(information, finding)).toEqual(made);
    expect(taskChange({ ...finding, duplicate_of: "finding-2" }, finding)).toEqual(made);
    expect(taskChange(undefined, { ...finding, status: "accepted_risk" })).toEqual({ ...made, status: "wont_do" });
  });

  test("another status or another priority is told with the one before", () => {
    const old = { old_status: "open", old_priority: "high" };
    expect(taskChange(finding, { ...finding, status: "resolved" })).toEqual({
      ...{ ...task, ...old, status: "done", priority: "high" },
    });
    expect(taskChange(finding, { ...finding, severity: "critical" })).toEqual({
      ...{ ...task, ...old, status: "open", priority: "urgent" },
    });
  });

  test("a finding that is a task no longer leaves it without a status", () => {
    const gone = { ...task, status: null, old_status: "open", old_priority: "high" };
    expect(taskChange(finding, { ...finding, duplicate_of: "finding-2" })).toEqual({ ...gone, priority: "high" });
    expect(taskChange(finding, information)).toEqual({ ...gone, priority: "low" });
  });

  test.each([
    ["another title", finding, { ...finding, title: "Other" }],
    ["another status that is the same for the task", finding, { ...finding, status: "reopened" as const }],
    [
      "a fix that a scan confirms",
      { ...finding, status: "resolved" as const },
      { ...finding, status: "confirmed_resolved" as const },
    ],
    ["an answer to information", information, { ...information, status: "resolved" as const }],
    ["new information", undefined, information],
  ])("%s is nothing to tell of", (_, before, after) => {
    expect(taskChange(before, after)).toBeNull();
  });

  test("long titles are cut, and no character in halves", () => {
    const title = taskChange(undefined, { ...finding, title: "😀".repeat(300) })?.title;
    expect(title).toBe("😀".repeat(200));
  });
});

test("counts by status and priority, with those that are tasks no longer", () => {
  const changes = [
    taskChange(undefined, finding),
    taskChange(undefined, { ...finding, severity: "low" }),
    taskChange(finding, information),
  ].filter((change) => change !== null);
  expect(changes.map(isCreation)).toEqual([true, true, false]);
  expect(taskCounts(changes)).toEqual({ count: 3, by_status: { open: 2, none: 1 }, by_priority: { high: 1, low: 2 } });
});
