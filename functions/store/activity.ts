import type { EntityItem } from "electrodb";
import type { ActivityOutcome, ActorKind } from "../domain/vocabulary.ts";
import { ActivityRow } from "./entities/activity.ts";
import { page, type Window } from "./page.ts";

export type ActivityRecord = EntityItem<typeof ActivityRow>;

export interface ActivityFilter {
  readonly action?: string | undefined;
  readonly actor_kind?: ActorKind | undefined;
  readonly target_type?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
}

/** The activity trail of an org, newest first; `after` is an id. */
export function listActivity(orgId: string, filter: ActivityFilter, window: Window): Promise<ActivityRecord[]> {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  const accept = (row: ActivityRecord) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return wanted.every(([name, value]) => fields.get(name) === value);
  };
  return page(
    window,
    (cursor, limit) => {
      const trail = ActivityRow.query.primary({ org_id: orgId });
      const rest = window.after === undefined ? trail : trail.lt({ id: window.after });
      return rest.go({ order: "desc", consistent: true, cursor, limit });
    },
    wanted.length === 0 ? undefined : accept,
  );
}
