import { expect, test } from "vitest";
import { activity, levelOf } from "../../functions/domain/events.ts";
import { systemActor } from "../../functions/domain/identity.ts";

test.each([
  ["scan.failed", "ok", "ERROR"],
  ["scan.cancelled", "ok", "WARNING"],
  ["scan.stopped", "ok", "WARNING"],
  ["org.created", "ok", "INFO"],
  ["domain.added", "ok", "INFO"],
  ["scan.completed", "ok", "INFO"],
  ["scan.completed", "error", "ERROR"],
  ["scan.started", "denied", "WARNING"],
  ["scan.failed", "denied", "ERROR"],
] as const)("%s with outcome %s is %s", (kind, outcome, level) => {
  expect(levelOf(kind, outcome)).toBe(level);
});

test("an activity carries org, actor and target", () => {
  const record = activity("scan.completed", {
    id: "0190c0de-0000-7000-8000-000000000000",
    occurredAt: new Date("2026-01-01T00:00:00Z"),
    org: { id: "org-1", slug: "acme", customer_id: "ACME" },
    actor: systemActor,
    targetId: "scan-1",
  });
  expect(record).toEqual({
    id: "0190c0de-0000-7000-8000-000000000000",
    org_id: "org-1",
    occurred_at: "2026-01-01T00:00:00.000Z",
    level: "INFO",
    action: "scan.completed",
    outcome: "ok",
    org: "acme",
    customer_id: "ACME",
    actor: "system",
    actor_kind: "system",
    admin_key: "",
    target_type: "scan",
    target_id: "scan-1",
    ip: "",
    detail: {},
  });
});
