import { beforeAll, describe, expect, test } from "vitest";
import type { DetectedFinding } from "../../functions/domain/finding.ts";
import type { Verdict } from "../../functions/domain/reconcile.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { listHistory } from "../../functions/store/finding-history.ts";
import { type FindingFilter, isShown } from "../../functions/store/finding-index.ts";
import { listFindings, listGroups, listTasks } from "../../functions/store/finding-lists.ts";
import { applyVerdict, createFinding, getFinding, knownFindings } from "../../functions/store/findings.ts";
import { documentClient } from "../../functions/store/table.ts";
import { testCaller } from "../support/caller.ts";
import { useService } from "../support/service.ts";

useService();
const orgId = crypto.randomUUID();
const FINDINGS = 150;
const sent: string[] = [];

const detected = (severity: DetectedFinding["severity"]): DetectedFinding => ({
  id: crypto.randomUUID(),
  dedup_key: "0".repeat(64),
  module: "easm",
  template_id: "easm.http.weak",
  title: "Weak",
  description: "Weak in a way.",
  severity,
  source_severity: severity,
  severity_reason: [],
  finding_class: "issue",
  category: "exposure",
  risk: "Some.",
  remediation: "Mend it.",
  remediation_steps: ["One.", "Two.", "Three.", "Four."],
  cvss_score: 5,
  references: [],
  evidence: {},
  asset_id: crypto.randomUUID(),
  asset: "www.acme.test",
  scope_id: crypto.randomUUID(),
  scanners: ["easm.http"],
});

beforeAll(async () => {
  const start = Date.UTC(2026, 0, 1);
  // The only critical one is the oldest: the last that a list comes to.
  await Promise.all(
    Array.from({ length: FINDINGS }, (_, index) =>
      createFinding(orgId, detected(index === 0 ? "critical" : "low"), "scan", new Date(start + index * 1000)),
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
    ["one rare match", { ...everything, severity: "critical" as const }, 1, 1, ["Query", "Query", "BatchGetItem"]],
    ["no match", { ...everything, severity: "high" as const }, 1, 0, ["Query", "Query"]],
    ["a page of all", everything, 100, 100, ["Query", "BatchGetItem"]],
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
    expect(sent).toEqual(["Query", "Query", "BatchGetItem"]);
  });

  test("one finding of each group", async () => {
    sent.length = 0;
    const groups = await listGroups(orgId, everything, { limit: 10, offset: 0 });
    expect(groups.map(({ group, example }) => [group.findings.length, example.severity])).toEqual([
      [FINDINGS, "critical"],
    ]);
    expect(sent).toEqual(["Query", "BatchGetItem"]);
  });
});

describe("a write to a finding", () => {
  const org = {
    id: crypto.randomUUID(),
    customer_id: "acme-42",
    customer_name: "Acme",
    slug: "acme-42",
    modules_enabled: ["easm" as const],
    is_active: true,
    scan_interval_days: 14,
    api_key_prefix: "pal_org_0aB1cD2eF3gH",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  const autoResolved = { bucket: "auto_resolved", status: "confirmed_resolved", misses: 2, write: true } as const;
  const stillOpen = { bucket: "still_open", status: "new", misses: 0, write: true } as const;

  async function newFinding() {
    const finding = detected("high");
    await createFinding(org.id, finding, "scan", new Date());
    const known = (await knownFindings(org.id, "easm")).get(finding.id);
    if (!known) throw new Error("the finding is not there");
    return {
      finding,
      apply: (verdict: Verdict, seen?: DetectedFinding) =>
        applyVerdict(org.id, known, verdict, seen, "scan-2", new Date()),
      read: () => getFinding(org.id, finding.id),
      events: async () => (await listHistory(org.id, finding.id, { limit: 10, offset: 0 })).map(({ event }) => event),
    };
  }

  test("that creates it is made once, with the first row of its history", async () => {
    const { finding, events } = await newFinding();
    expect(await createFinding(org.id, finding, "scan", new Date())).toBe(false);
    expect(await events()).toEqual(["detected"]);
  });

  test("that changes its status is made once, with a row of its history", async () => {
    const { apply, read, events } = await newFinding();
    expect([await apply(autoResolved), await apply(autoResolved)]).toEqual([true, false]);
    expect(await events()).toEqual(["auto_resolved", "detected"]);
    expect(await read()).toMatchObject({ status: "confirmed_resolved", version: 2 });
  });

  test("that leaves its status leaves its history", async () => {
    const { finding, apply, read, events } = await newFinding();
    const seen = { ...finding, evidence: { matched_at: "x".repeat(5000) } };
    expect(await apply(stillOpen, seen)).toBe(true);
    expect(await events()).toEqual(["detected"]);
    expect(await read()).toMatchObject({ version: 1, matched_at: "x".repeat(2048) });
  });

  test.each([
    ["another status", "in_progress", autoResolved],
    ["another status, which the scan leaves", "in_progress", stillOpen],
  ] as const)("is not made after the customer has answered with %s meanwhile", async (_, status, verdict) => {
    const { finding, apply, read } = await newFinding();
    await giveFeedback(org, finding.id, { status }, testCaller());
    expect(await apply(verdict)).toBe(false);
    expect(await read()).toMatchObject({ status, misses: 0 });
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
