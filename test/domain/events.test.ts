import { describe, expect, test } from "vitest";
import { eventTexts } from "../../functions/domain/event-texts.ts";
import { activity, type EventKind, eventKinds, levelOf, seriesOf } from "../../functions/domain/events.ts";
import { systemActor } from "../../functions/domain/identity.ts";
import { activityOutcomes, actorKinds } from "../../functions/domain/vocabulary.ts";

const kinds = Object.keys(eventKinds) as EventKind[];

test.each([
  ["scan.failed", "ok", "ERROR"],
  ["scan.failed", "error", "ERROR"],
  ["scan.cancelled", "ok", "WARNING"],
  ["scan.stopped", "ok", "WARNING"],
  ["org.key_rotated", "ok", "WARNING"],
  ["org.created", "ok", "INFO"],
  ["domain.added", "ok", "INFO"],
  ["scan.completed", "ok", "INFO"],
  ["finding.feedback", "ok", "INFO"],
  ["scan.completed", "error", "ERROR"],
  ["scan.started", "denied", "WARNING"],
  ["scan.failed", "denied", "ERROR"],
] as const)("%s with outcome %s is %s", (kind, outcome, level) => {
  expect(levelOf(kind, outcome)).toBe(level);
});

test("only what the specification routes higher is above INFO by itself", () => {
  const above = Object.entries(eventKinds).filter(([, { level }]) => level !== "INFO");
  expect(above.map(([kind, { level }]) => [kind, level])).toEqual([
    ["org.key_rotated", "WARNING"],
    ["scan.stopped", "WARNING"],
    ["scan.failed", "ERROR"],
    ["scan.cancelled", "WARNING"],
  ]);
});

describe("activity", () => {
  const happening = {
    id: "0190c0de-0000-7000-8000-000000000000",
    occurredAt: new Date("2026-01-01T00:00:00Z"),
    org: { id: "org-1", slug: "acme", customer_id: "ACME" },
    actor: systemActor,
    targetId: "scan-1",
  };

  test("carries org, actor and target", () => {
    expect(activity("scan.completed", happening)).toEqual({
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

  test("has the usual outcome of its kind when none is given", () => {
    expect(activity("scan.failed", happening)).toMatchObject({ outcome: "error", level: "ERROR" });
  });

  test("is made for the outcomes and actors of its kind and no others, or no filter would find it", () => {
    for (const action of kinds)
      for (const outcome of activityOutcomes)
        for (const actor_kind of actorKinds) {
          const make = () => activity(action, { ...happening, outcome, actor: { ...systemActor, kind: actor_kind } });
          if (seriesOf({ action, outcome, actor_kind }).length === 0) expect(make).toThrow(TypeError);
          else expect(make()).toMatchObject({ action, outcome, actor_kind });
        }
  });
});

describe("seriesOf", () => {
  test.each([
    [{ action: "scan.failed" }, ["scan.failed error system"]],
    [{ outcome: "denied" }, ["cloud.account_validated denied admin"]],
    [{ outcome: "denied", actor_kind: "system" }, []],
    [{ action: "scan.failed", target_type: "org" }, []],
    [{ target_type: "task", actor_kind: "system" }, ["task.created ok system", "task.updated ok system"]],
  ] as const)("%j", (filter, series) => {
    expect(seriesOf(filter).map(({ action, outcome, actor_kind }) => `${action} ${outcome} ${actor_kind}`)).toEqual(
      series,
    );
  });

  test("without a filter all of them, each once", () => {
    const names = seriesOf({}).map((series) => Object.values(series).join(" "));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(seriesOf({}).map(({ action }) => action))).toEqual(new Set(kinds));
  });
});

test("what each kind says is one sentence", () => {
  expect(Object.keys(eventTexts)).toEqual(kinds);
  for (const text of Object.values(eventTexts)) expect(text).toMatch(/^[A-Z][^.]*(?:`[^`]*`[^.]*)*\.$/);
});
