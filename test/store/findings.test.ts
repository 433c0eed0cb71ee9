import { beforeAll, describe, expect, test } from "vitest";
import type { DetectedFinding } from "../../functions/domain/finding.ts";
import { createFinding, type FindingFilter, isShown, listFindings } from "../../functions/store/findings.ts";
import { documentClient } from "../../functions/store/table.ts";
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
    ["one rare match", { ...everything, severity: "critical" as const }, 1, 1],
    ["no match", { ...everything, severity: "high" as const }, 1, 0],
    ["a page of all", everything, 100, 100],
  ])("%s", async (_, filter, limit, count) => {
    sent.length = 0;
    expect(await listFindings(orgId, filter, { limit, offset: 0 })).toHaveLength(count);
    expect(sent.length).toBeLessThanOrEqual(2);
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
