import type { EntityItem } from "electrodb";
import { FindingEventRow } from "./entities/finding-event.ts";
import { page, type Window } from "./page.ts";

export type FindingEventRecord = EntityItem<typeof FindingEventRow>;

/** History of a finding, newest first; `window.after` is a position. Empty for a finding that the org does not have. */
export const listHistory = (orgId: string, findingId: string, window: Window): Promise<FindingEventRecord[]> =>
  page(window, (cursor, limit) => {
    const history = FindingEventRow.query.primary({ org_id: orgId, finding_id: findingId });
    const rest = window.after === undefined ? history : history.lt({ position: window.after });
    return rest.go({ order: "desc", consistent: true, cursor, limit });
  });
