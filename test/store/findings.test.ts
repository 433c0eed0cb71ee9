import { beforeAll, describe, expect, test } from "vitest";
import { type FindingFilter, isShown } from "../../functions/store/finding-index.ts";
import { listFindings, listGroups, listTasks } from "../../functions/store/finding-lists.ts";
import { documentClient } from "../../functions/store/table.ts";
import { putFinding } from "../support/finding-rows.ts";
import { useService } from "../support/service.ts";

useService();
const orgId = crypto.randomUUID();
const FINDINGS = 150;
const sent: string[] = [];

beforeAll(async () => {
  const start = Date.UTC(2026, 0, 1);
  // The only critical one is the oldest: the last that a list comes to.
  await Promise.all(
    Array.from({ length: FINDINGS }, (_, index) =>
      putFinding(orgId, {
        severity: index === 0 ? "critical" : "low",
        first_seen: new Date(start + index * 1000).toISOString(),
      }),
    ),
  );
  documentClient.middlewareStack.add(
    (next, context) => (input) => {
      sent.push((context.commandName ?? "").replace(/Command$/, ""));
      return next(input);
    },
    { step: "initialize" },
  );
});

const everything: FindingFilter = { include_inventory: false, include_duplicates: false };

describe("a list costs few requests", () => {
  test.each([
    // One of the queries is that of the modules' clocks.
    [
      "one rare match",
      { ...everything, severity: "critical" as const },
      1,
      1,
      ["Query", "Query", "Query", "BatchGetItem"],
    ],
    ["no match", { ...everything, severity: "high" as const }, 1, 0, ["Query", "Query", "Query"]],
    ["a page of all", everything, 100, 100, ["Query", "Query", "BatchGetItem"]],
  ])("%s", async (_, filter, limit, count, requests) => {
    sent.length = 0;
    expect(await listFindings(orgId, filter, { limit, offset: 0 })).toHaveLength(count);
    expect(sent).toEqual(requests);
  });
});

describe("tasks and groups read the index, and whole what a page shows", () => {
  test("a page of tasks with a rare match", async () => {
    sent.length = 0;
    expect(await listTasks(orgId, { priority: "urgent" }, { limit: 1, offset: 0 })).toHaveLength(1);
    expect(sent).toEqual(["Query", "Query", "Query", "BatchGetItem"]);
  });

  test("one finding of each group", async () => {
    sent.length = 0;
    const groups = await listGroups(orgId, everything, { limit: 10, offset: 0 });
    expect(groups.map(({ group, example }) => [group.findings.length, example.severity])).toEqual([
      [FINDINGS, "critical"],
    ]);
    expect(sent).toEqual(["Query", "Query", "BatchGetItem"]);
  });
});

test("a list is newest first", async () => {
  const rows = await listFindings(orgId, everything, { limit: 120, offset: 10 });
  const times = rows.map(({ first_seen }) => first_seen);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(times).toHaveLength(120);
});

describe("what is hidden must be asked for by its own name", () => {
  const inventory = { severity: "info", status: "new", finding_class: "inventory", module: "easm" } as const;
  const falseAlarm = { severity: "low", status: "false_positive", finding_class: "issue", module: "easm" } as const;
  const both = { ...inventory, status: "false_positive" } as const;
  const duplicate = {
    severity: "low",
    status: "new",
    finding_class: "issue",
    module: "easm",
    duplicate_of: "x",
  } as const;

  test.each([
    ["nothing", {}, []],
    ["include_inventory", { include_inventory: true }, [inventory]],
    ["finding_class=inventory", { finding_class: "inventory" as const }, [inventory]],
    ["finding_class=issue", { finding_class: "issue" as const }, []],
    ["status=new", { status: "new" as const }, []],
    ["status=false_positive", { status: "false_positive" as const }, [falseAlarm]],
    ["both", { status: "false_positive" as const, finding_class: "inventory" as const }, [both]],
    [
      "include_inventory and status",
      { status: "false_positive" as const, include_inventory: true },
      [falseAlarm, both],
    ],
    ["include_duplicates", { include_duplicates: true }, [duplicate]],
  ])("%s", (_, asked, shown) => {
    const rows = [inventory, falseAlarm, both, duplicate];
    expect(rows.filter((row) => isShown(row, { ...everything, ...asked }))).toEqual(shown);
  });
});
