import type { EntityItem } from "electrodb";
import { type EventFilter, type EventSeries, seriesOf } from "../domain/events.ts";
import { BATCHES_AT_ONCE, batchGet, inOrder } from "./batch-get.ts";
import { ActivityRow } from "./entities/activity.ts";
import { mergedPage, type Range } from "./merged-page.ts";
import { page, type Window } from "./page.ts";

export type ActivityRecord = EntityItem<typeof ActivityRow>;

/**
 * The activity trail of an org, newest first; `window.after` is an id. What a page reads does not grow with the trail,
 * however rare the events are that the filter asks for: these are found by the index, which follows the trail at once but
 * not in the same instant.
 */
export const listActivity = (orgId: string, filter: EventFilter, window: Window): Promise<ActivityRecord[]> =>
  Object.values(filter).some((asked) => asked !== undefined)
    ? someActivity(orgId, seriesOf(filter), window)
    : page(window, (cursor, limit) => {
        const trail = ActivityRow.query.primary({ org_id: orgId });
        const rest = window.after === undefined ? trail : trail.lt({ id: window.after });
        return rest.go({ order: "desc", consistent: true, cursor, limit });
      });

async function someActivity(orgId: string, series: readonly EventSeries[], window: Window): Promise<ActivityRecord[]> {
  const ranges = series.map((one) => idsOf(orgId, one, window.after));
  const ids = await mergedPage(window, ranges, (one, other) => one > other);
  const rows = await batchGet(
    ids.map((id) => ({ org_id: orgId, id })),
    rowsOf,
  );
  return inOrder(ids, rows, ({ id }) => id);
}

async function rowsOf(keys: readonly Pick<ActivityRecord, "org_id" | "id">[]) {
  const { data, unprocessed } = await ActivityRow.get([...keys]).go({ consistent: true, concurrent: BATCHES_AT_ONCE });
  // They are such records; that JSON may hold JSON makes the type too deep for the compiler to find it out.
  return { data: data as readonly unknown[] as readonly ActivityRecord[], unprocessed };
}

/** Ids of the events of a series, newest first. */
function idsOf(orgId: string, { action, outcome, actor_kind }: EventSeries, after: string | undefined): Range<string> {
  return async (cursor, limit) => {
    const all = ActivityRow.query.series({ org_id: orgId, action, outcome, actor_kind });
    const rest = after === undefined ? all : all.lt({ id: after });
    const { data, cursor: next } = await rest.go({ order: "desc", cursor, limit });
    return { data: data.map(({ id }) => id), cursor: next };
  };
}
