import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { vi } from "vitest";
import * as z from "zod";
import { eventLine } from "../../functions/domain/event-line.ts";
import type { Activity } from "../../functions/domain/events.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import type { Webhook } from "../../lib/webhook-settings.ts";
import { permissionsOf, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** The events stack of a deployment. Throws an Error when there is none. */
export function synthesizeEvents(webhook: Webhook | null = null): SynthesizedStack {
  const stack = synthesize([], { webhook }).find(({ name }) => name === "palisade-prod-events");
  if (!stack) throw new Error("there is no events stack");
  return stack;
}

/** Logical id of the first resource of a type whose id begins so. Throws an Error when there is none. */
export function idOf({ resources }: SynthesizedStack, type: string, prefix = ""): string {
  const id = Object.keys(resources).find((one) => one.startsWith(prefix) && resources[one]?.Type === type);
  if (id === undefined) throw new Error(`there is no ${type} ${prefix}`);
  return id;
}

/** Properties of that resource. */
export const propertiesOf = (stack: SynthesizedStack, type: string, prefix = "") =>
  stack.resources[idOf(stack, type, prefix)]?.Properties ?? {};

/** What a template says in the place of a resource's ARN. */
export const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

/** What the role whose logical id begins so may do besides logging. */
export const allowedTo = (stack: SynthesizedStack, role: string) =>
  permissionsOf([stack])
    .filter((entry) => entry.role.startsWith(role) && !entry.actions.every((action) => action.startsWith("logs:")))
    .map(({ effect, actions, resources, condition }) => ({ effect, actions, resources, condition }));

/** One of these permissions: without conditions, on resources as the template names them. */
export const allow = (actions: readonly string[], ...resources: readonly unknown[]) => ({
  effect: "Allow",
  actions,
  resources: resources.map((resource) => JSON.stringify(resource)),
  condition: undefined,
});

const fields = z.record(z.string(), z.unknown());

/** Does a value match a pattern of EventBridge or of an event source's filter? Knows exact values alone. */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.includes(value);
  const held = fields.safeParse(value).data ?? {};
  return Object.entries(fields.parse(pattern)).every(([name, inner]) => matches(inner, held[name]));
}

/** The value at a path such as `$.detail.line`. */
export const at = (path: string, value: unknown): unknown =>
  path
    .split(".")
    .slice(1)
    .reduce((held, name) => fields.parse(held)[name], value);

/** A rule with one target. */
export const ruleOf = (stack: SynthesizedStack, prefix: string) =>
  rule.parse(propertiesOf(stack, "AWS::Events::Rule", prefix));

const rule = z.object({
  EventBusName: z.object({ Ref: z.string() }),
  EventPattern: z.record(z.string(), z.unknown()),
  State: z.literal("ENABLED"),
  Targets: z.tuple([
    z.looseObject({
      Arn: z.unknown(),
      InputPath: z.string().default(""),
      InputTransformer: z
        .object({ InputPathsMap: z.record(z.string(), z.string()), InputTemplate: z.string() })
        .default({ InputPathsMap: {}, InputTemplate: "" }),
    }),
  ]),
});

const activity: Activity = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  org_id: "018f0000-0000-7000-8000-000000000001",
  occurred_at: "2026-11-20T08:00:00.000Z",
  level: "INFO",
  action: "domain.added",
  outcome: "ok",
  org: "acme",
  customer_id: "ACME",
  actor: 'ci \u2028 "quoted" \\ <time>',
  actor_kind: "admin",
  admin_key: "pal_adm_0123456789ab",
  target_type: "domain",
  target_id: "018f0000-0000-7000-8000-000000000002",
  ip: "192.0.2.1",
  detail: { added: 1, values: ["example.com"] },
};

/** The line of the activity below. */
export const line = eventLine(activity);

/** The stream record of a new row. */
export const inserted = (row: Readonly<Record<string, unknown>>): DynamoDBRecord => ({
  eventID: "1",
  eventName: "INSERT",
  dynamodb: { SequenceNumber: "1", NewImage: marshall(row) as Record<string, AttributeValue> },
});

/** The stream record of a new activity, with characters that stumble in it. */
export const activityRecord = inserted(ActivityRow.put(activity).params<{ Item: Record<string, unknown> }>().Item);

/** What the publisher puts on the bus for that activity, as rules see it. */
export async function published(): Promise<Readonly<Record<string, unknown>>> {
  vi.stubEnv("EVENT_BUS_NAME", "bus");
  vi.stubEnv("EVENT_STREAM", "off");
  const bus = mockClient(EventBridgeClient)
    .on(PutEventsCommand)
    .resolves({ Entries: [{ EventId: "1" }] });
  const { handler } = await import("../../functions/events/publish.ts");
  await handler({ Records: [activityRecord] });
  const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
  return {
    source: entry?.Source,
    "detail-type": entry?.DetailType,
    time: entry?.Time?.toISOString(),
    detail: JSON.parse(entry?.Detail ?? "null"),
  };
}
