import type { Bucket } from "./finding.ts";
import { derivedId } from "./ids.ts";
import type { FindingEventKind, FindingStatus } from "./vocabulary.ts";

/** One row of a finding's history: what became of its status, by whom. */
export interface FindingEvent {
  readonly id: string;
  readonly org_id: string;
  readonly finding_id: string;
  /** The finding's version after it, ten digits: in order of this text the rows are in order of what happened. */
  readonly position: string;
  readonly event: FindingEventKind;
  /** Left out for the first. */
  readonly old_status?: FindingStatus;
  readonly new_status: FindingStatus;
  readonly actor: string;
  readonly note?: string;
  readonly created_at: string;
}

/** What the place that decides about a status knows. `version` is the finding's after the decision. */
export interface Decision {
  readonly orgId: string;
  readonly findingId: string;
  readonly version: number;
  readonly event: FindingEventKind;
  readonly oldStatus: FindingStatus | null;
  readonly newStatus: FindingStatus;
  readonly actor: string;
  readonly note?: string | undefined;
  readonly at: Date;
}

const POSITION_DIGITS = 10;

/** Where the row of a decision stands that gave the finding this version. */
export const historyPosition = (version: number): string => String(version).padStart(POSITION_DIGITS, "0");

/** The row of the history that a decision leaves: always the same one for the same version. */
export const findingEvent = (decision: Decision): FindingEvent => {
  const position = historyPosition(decision.version);
  return {
    id: derivedId("finding-event", decision.findingId, position),
    org_id: decision.orgId,
    finding_id: decision.findingId,
    position,
    event: decision.event,
    ...(decision.oldStatus === null ? {} : { old_status: decision.oldStatus }),
    new_status: decision.newStatus,
    actor: decision.actor,
    ...(decision.note === undefined ? {} : { note: decision.note }),
    created_at: decision.at.toISOString(),
  };
};

/** What a scan's verdict is called in the history; null for one that leaves the status as it is. */
export function eventOfBucket(bucket: Bucket): FindingEventKind | null {
  switch (bucket) {
    case "new":
      return "detected";
    case "reopened":
    case "confirmed_resolved":
    case "auto_resolved":
      return bucket;
    case "still_open":
    case "unchanged":
      return null;
    default:
      return bucket satisfies never;
  }
}
