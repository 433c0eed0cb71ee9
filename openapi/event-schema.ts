import { fileURLToPath } from "node:url";
import * as z from "zod";
import { STREAM_NAME } from "../functions/domain/event-line.ts";
import { eventKinds } from "../functions/domain/events.ts";
import { activityOutcomes, actorKinds } from "../functions/domain/vocabulary.ts";

/** Where the committed JSON Schema of the event stream's lines is. */
export const eventSchemaFile = fileURLToPath(new URL("event-line.schema.json", import.meta.url));

const targetTypes = [...new Set(Object.values(eventKinds).map(({ target_type }) => target_type))];

const line = z
  .object({
    ts: z.iso.datetime().describe("When it happened, UTC"),
    level: z.enum(["ERROR", "WARNING", "INFO"]).describe("Follows from the event and its outcome"),
    name: z.literal(STREAM_NAME),
    log_type: z.literal(STREAM_NAME).describe("Tells these lines from the application's log"),
    event: z.enum(Object.keys(eventKinds) as [string, ...string[]]).describe("What happened"),
    outcome: z.enum(activityOutcomes),
    org: z.string().describe("Slug of the org"),
    customer_id: z.string().describe("The org as the caller knows it"),
    actor: z
      .string()
      .describe("Who acted: the name that the customer's answer gives, else that of the admin key, or system"),
    actor_kind: z
      .enum(actorKinds)
      .describe("admin: by an admin key; customer: a person whom the answer names; system: the service itself"),
    admin_key: z.string().describe("Public prefix of the admin key; empty where none was used"),
    target_type: z.enum(targetTypes as [string, ...string[]]),
    target_id: z.string().describe("Id of the target"),
    target: z.string().nullable().describe("Name of the target, where it has one"),
    ip: z.string().describe("Address of the caller; empty where nobody called"),
    detail: z.record(z.string(), z.unknown()).describe("What there is to know besides, by the kind of event"),
    event_id: z.uuid().describe("The same whenever the event is delivered: a repetition is known by it"),
  })
  .meta({
    title: "A line of Palisade's event stream",
    description: "One event of an org. Lines may gain fields and events within a version of the API.",
  });

/** The JSON Schema (2020-12) of a line, as it is committed. */
export const eventSchemaText = (): string => {
  const schema = z.toJSONSchema(line, { target: "draft-2020-12", io: "input" });
  return `${JSON.stringify(schema, null, 2)}\n`;
};
