import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventLine, oneLine } from "../../functions/domain/event-line.ts";
import { activity } from "../../functions/domain/events.ts";
import { hostileText } from "../support/hostile-text.ts";

const happening = (text: string) => ({
  id: "01a1ff67-3e20-7385-a390-35c9240a8b6d",
  occurredAt: new Date("2026-11-21T18:38:38.550Z"),
  org: { id: "01a1ff67-3e20-7385-a390-30d6eceb8f8e", slug: text, customer_id: text },
  actor: { name: text, kind: "admin" as const, admin_key_prefix: text, ip: text },
  targetId: text,
  target: text,
  detail: { [text]: text, list: [text], nested: { text } },
});

describe("a line", () => {
  test("has the fields of the specification under their names, and the id of the event", () => {
    const line = eventLine(
      activity("scan.failed", { ...happening("x"), actor: { ...happening("x").actor, kind: "system" } }),
    );
    expect(line).toEqual({
      ts: "2026-11-21T18:38:38.550Z",
      level: "ERROR",
      name: "easm.activity",
      log_type: "easm.activity",
      event: "scan.failed",
      outcome: "error",
      org: "x",
      customer_id: "x",
      actor: "x",
      actor_kind: "system",
      admin_key: "x",
      target_type: "scan",
      target_id: "x",
      target: "x",
      ip: "x",
      detail: { x: "x", list: ["x"], nested: { text: "x" } },
      event_id: "01a1ff67-3e20-7385-a390-35c9240a8b6d",
    });
  });

  test("says null where the target has no name", () => {
    expect(eventLine(activity("org.created", { ...happening("x"), target: null })).target).toBeNull();
  });
});

describe("as text", () => {
  test("is one line of JSON in every reader's eyes, whatever 10,000 texts hold", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = eventLine(activity("org.created", happening(text)));
        const written = oneLine(line);
        expect(written).not.toMatch(LINE_ENDS_AND_CONTROLS);
        expect(written.isWellFormed()).toBe(true);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(line)));
      }),
      { numRuns: 10_000, seed: 20261121 },
    );
  });
});

/** What ends a line for some reader (Python's splitlines knows the most), steers a terminal, or turns the direction of text. */
const LINE_ENDS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]/u;
