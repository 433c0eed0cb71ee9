import { beforeAll, describe, expect, test } from "vitest";
import {
  type Activity,
  activity,
  type EventFilter,
  type EventSeries,
  seriesOf,
} from "../../functions/domain/events.ts";
import { type ActivityRecord, listActivity } from "../../functions/store/activity.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import { newId } from "../../functions/store/ids.ts";
import { spentBy } from "../support/capacity-meter.ts";
import { useService } from "../support/service.ts";

useService();

/** An event of a series, as nobody has raised it. */
const eventOf = (orgId: string, { action, outcome, actor_kind }: EventSeries): Activity =>
  activity(action, {
    id: newId(),
    occurredAt: new Date(),
    org: { id: orgId, slug: "acme", customer_id: "ACME" },
    actor: { name: "somebody", kind: actor_kind, admin_key_prefix: "", ip: "" },
    targetId: crypto.randomUUID(),
    outcome,
    detail: { text: "x".repeat(400) },
  });

/** Writes the trail of an org, in the order of the series given. */
async function writeTrail(orgId: string, series: readonly EventSeries[]): Promise<readonly Activity[]> {
  const events = series.map((one) => eventOf(orgId, one));
  await ActivityRow.put([...events]).go({ concurrent: 8 });
  return events;
}

const filters: readonly EventFilter[] = [
  { action: "task.updated" },
  { action: "scan.failed" },
  { actor_kind: "system" },
  { actor_kind: "customer" },
  { target_type: "scan" },
  { target_type: "suppression", actor_kind: "admin" },
  { outcome: "ok" },
  { outcome: "denied" },
  { outcome: "error", target_type: "org" },
];
const passes = (event: Activity, filter: EventFilter): boolean =>
  Object.entries(filter).every(([name, value]) => new Map<string, unknown>(Object.entries(event)).get(name) === value);

describe("a filtered list", () => {
  const orgId = crypto.randomUUID();
  let events: readonly Activity[];
  beforeAll(async () => {
    const all = seriesOf({});
    const pick = (index: number) => all[(index * index + 3 * index) % all.length] ?? all[0];
    events = await writeTrail(
      orgId,
      Array.from({ length: 400 }, (_, index) => pick(index)).filter((one) => one !== undefined),
    );
    await writeTrail(crypto.randomUUID(), all);
  });

  const expected = (filter: EventFilter) => events.filter((event) => passes(event, filter)).toReversed();

  test.each(filters)("%j holds what the whole trail holds of it, whole and in its order", async (filter) => {
    expect(await listActivity(orgId, filter, { limit: 500, offset: 0 })).toEqual(expected(filter));
  });

  test.each(filters)("%j goes on after a row, and from an offset, without a gap or a repetition", async (filter) => {
    const wanted = expected(filter);
    for (const limit of [1, 7, 60]) {
      const pages: ActivityRecord[][] = [];
      do {
        const after = pages.at(-1)?.at(-1)?.id;
        pages.push(await listActivity(orgId, filter, { limit, offset: 0, after }));
      } while (pages.at(-1)?.length === limit && pages.length < 5);
      expect(pages.flat()).toEqual(wanted.slice(0, 5 * limit));
      expect(await listActivity(orgId, filter, { limit, offset: 3 })).toEqual(wanted.slice(3, 3 + limit));
      const after = wanted[4]?.id;
      if (after !== undefined)
        expect(await listActivity(orgId, filter, { limit, offset: 2, after })).toEqual(wanted.slice(7, 7 + limit));
    }
  });
});

describe("what a page costs does not grow with the trail", () => {
  /** Few events of what is asked for, among so many of the same kinds and of others. */
  async function trailOf(length: number): Promise<string> {
    const orgId = crypto.randomUUID();
    const common: readonly EventSeries[] = [
      { action: "cloud.account_validated", outcome: "ok", actor_kind: "admin" },
      { action: "finding.feedback", outcome: "ok", actor_kind: "admin" },
      { action: "task.updated", outcome: "ok", actor_kind: "system" },
    ];
    const rare: readonly EventSeries[] = [
      { action: "scan.failed", outcome: "error", actor_kind: "system" },
      { action: "cloud.account_validated", outcome: "denied", actor_kind: "admin" },
      { action: "org.key_rotated", outcome: "ok", actor_kind: "admin" },
      { action: "finding.feedback", outcome: "ok", actor_kind: "customer" },
    ];
    const filling = Array.from({ length: length - 2 * rare.length }, (_, index) => common[index % common.length]);
    await writeTrail(orgId, [...rare, ...filling.filter((one) => one !== undefined), ...rare]);
    return orgId;
  }

  let [short, long] = ["", ""];
  beforeAll(async () => {
    [short, long] = await Promise.all([trailOf(100), trailOf(5000)]);
  }, 120_000);

  test.each([
    [{ action: "org.key_rotated" }, 2],
    [{ outcome: "denied" }, 2],
    [{ outcome: "error" }, 2],
    [{ target_type: "scan" }, 2],
    [{ actor_kind: "customer" }, 2],
    [{ action: "finding.feedback", actor_kind: "customer" }, 2],
    [{ target_type: "task" }, 20],
    [{ action: "cloud.account_validated" }, 20],
    [{ outcome: "ok" }, 20],
    [{}, 20],
  ] as const)("%j", async (filter, count) => {
    const costOf = (orgId: string) =>
      spentBy(async () => {
        expect(await listActivity(orgId, filter, { limit: 20, offset: 0 })).toHaveLength(count);
      }, false);
    const [small, large] = [await costOf(short), await costOf(long)];
    expect(large.requests).toBe(small.requests);
    expect(large.readUnits).toBeLessThanOrEqual(small.readUnits + 1);
  });
});
