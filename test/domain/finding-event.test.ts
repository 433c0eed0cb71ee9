import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventOfBucket, findingEvent } from "../../functions/domain/finding-event.ts";

const decision = {
  orgId: "org-1",
  findingId: "finding-1",
  version: 1,
  event: "detected",
  oldStatus: null,
  newStatus: "new",
  actor: "system",
  at: new Date(0),
} as const;

describe("findingEvent", () => {
  test("positions in order are versions in order", () => {
    const version = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(version, version, (one, other) => {
        const position = (version: number) => findingEvent({ ...decision, version }).position;
        expect(position(one) < position(other)).toBe(one < other);
      }),
    );
  });

  test("has one id for each version of each finding", () => {
    const { id } = findingEvent(decision);
    expect(findingEvent({ ...decision, actor: "somebody", at: new Date(1) }).id).toBe(id);
    expect(findingEvent({ ...decision, version: 2 }).id).not.toBe(id);
    expect(findingEvent({ ...decision, findingId: "finding-2" }).id).not.toBe(id);
  });

  test("leaves out what there is not", () => {
    expect(findingEvent(decision)).not.toHaveProperty("old_status");
    expect(findingEvent(decision)).not.toHaveProperty("note");
    expect(findingEvent({ ...decision, oldStatus: "new", note: "" })).toMatchObject({ old_status: "new", note: "" });
  });
});

describe("eventOfBucket", () => {
  test.each([
    ["new", "detected"],
    ["reopened", "reopened"],
    ["confirmed_resolved", "confirmed_resolved"],
    ["auto_resolved", "auto_resolved"],
    ["still_open", null],
    ["unchanged", null],
  ] as const)("%s: %s", (bucket, event) => {
    expect(eventOfBucket(bucket)).toBe(event);
  });
});
