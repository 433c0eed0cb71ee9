import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, AttributeValue as StreamedValue } from "aws-lambda";
import { type EventLine, eventLine } from "../domain/event-line.ts";
import type { EventKind } from "../domain/events.ts";
import { activityOutcomes, actorKinds } from "../domain/vocabulary.ts";

/** An activity row as the table's stream shows it. */
export interface StreamedActivity {
  readonly orgId: string;
  readonly line: EventLine;
}

/** A row of the trail that cannot be told as an event. */
export class UnreadableActivity extends Error {
  override readonly name = "UnreadableActivity";
}

/** Name under which ElectroDB keeps an item's entity. */
const ENTITY = "__edb_e__";

/** Is the record a new row of an activity trail? The same as the filter by which the publisher is called. */
export const isNewActivity = ({ eventName, dynamodb }: DynamoDBRecord): boolean =>
  eventName === "INSERT" && dynamodb?.NewImage?.[ENTITY]?.S === "activity";

/** What a stream record says of an activity row. Throws UnreadableActivity that names what is wrong. */
export function activityOf({ dynamodb }: DynamoDBRecord): StreamedActivity {
  const row = rowOf(dynamodb?.NewImage ?? {});
  const text = (name: string): string => {
    const value = row[name];
    if (typeof value !== "string") throw new UnreadableActivity(`${name} is missing`);
    return value;
  };
  const time = (name: string): string => {
    if (Number.isNaN(Date.parse(text(name)))) throw new UnreadableActivity(`${name} is ${text(name)}`);
    return text(name);
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T => {
    const value = allowed.find((candidate) => candidate === row[name]);
    if (value === undefined) throw new UnreadableActivity(`${name} is ${String(row[name])}`);
    return value;
  };
  const { detail } = row;
  if (typeof detail !== "object" || detail === null) throw new UnreadableActivity("detail is missing");
  const line = eventLine({
    id: text("id"),
    occurred_at: time("occurred_at"),
    level: oneOf("level", ["ERROR", "WARNING", "INFO"]),
    // Not held against the list: what a newer version of the service raises is told by an older publisher as well.
    action: text("action") as EventKind,
    outcome: oneOf("outcome", activityOutcomes),
    org: text("org"),
    customer_id: text("customer_id"),
    actor: text("actor"),
    actor_kind: oneOf("actor_kind", actorKinds),
    admin_key: text("admin_key"),
    target_type: text("target_type"),
    target_id: text("target_id"),
    ...(row.target === undefined ? {} : { target: text("target") }),
    ip: text("ip"),
    detail,
  });
  return { orgId: text("org_id"), line };
}

/** Ids of a record of which nothing else may be readable. */
export function idsOf({ eventID = "", dynamodb }: DynamoDBRecord): {
  readonly event_id: string;
  readonly org_id: string;
} {
  const { id, org_id } = dynamodb?.NewImage ?? {};
  return { event_id: id?.S ?? eventID, org_id: org_id?.S ?? "" };
}

function rowOf(image: Record<string, StreamedValue>) {
  try {
    // Both types describe the same JSON; only binary values, which an activity row has not, are spelled differently.
    return unmarshall(image as Record<string, AttributeValue>);
  } catch (error) {
    throw new UnreadableActivity("the row cannot be read", { cause: error });
  }
}
