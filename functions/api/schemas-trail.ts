import * as z from "zod";
import { type EventKind, eventKinds } from "../domain/events.ts";
import { activityOutcomes, actorKinds } from "../domain/vocabulary.ts";
import { timestamp } from "./schemas.ts";

/** What is kept about who did what: the audit log of the operator and the activity trail of an org. */

export const auditRecord = z
  .object({
    id: z.uuid().meta({ description: "Names the record", example: "8d2f6b04-1c7e-4a93-b5f8-0e9a3c6d7b12" }),
    method: z.string().meta({ description: "HTTP method of the call", example: "POST" }),
    path: z.string().meta({ description: "Path of the call, at most 500 characters", example: "/api/v1/org/scans" }),
    status_code: z.int().meta({ description: "What the call was answered", example: 202 }),
    admin_prefix: z.string().meta({
      description: "Public part of the admin key that was sent, empty when there was none",
      example: "pal_adm_0aB1cD2eF3gH",
    }),
    org_prefix: z.string().meta({
      description: "Public part of the org key that was sent, empty when there was none",
      example: "pal_org_0aB1cD2eF3gH",
    }),
    ip: z.string().meta({ description: "Address of the caller", example: "203.0.113.7" }),
    created_at: timestamp,
    detail: z.looseObject({}).meta({
      description: "What an auditor must know besides, such as that a scan's cooldown was bypassed",
      example: { force: true, module: "easm" },
    }),
  })
  .meta({ id: "AuditRecord" });

const kinds = Object.keys(eventKinds) as [EventKind, ...EventKind[]];
export const eventKind = z.enum(kinds).meta({ id: "EventKind", description: "What happened" });
export const actorKind = z.enum(actorKinds).meta({
  id: "ActorKind",
  description: "Whether an admin integration, the customer or the service itself acted",
});
export const outcome = z.enum(activityOutcomes).meta({ id: "Outcome", description: "How it ended" });
export const targetType = z
  .enum([...new Set(Object.values(eventKinds).map(({ target_type }) => target_type))])
  .meta({ id: "TargetType", description: "What it happened to" });

export const activityEvent = z
  .object({
    id: z.uuid().meta({ description: "Names the event" }),
    occurred_at: timestamp,
    level: z
      .enum(["ERROR", "WARNING", "INFO"])
      .meta({ description: "How much attention it deserves", example: "INFO" }),
    action: eventKind,
    outcome,
    org: z.string().meta({ description: "Slug of the org", example: "acme-42" }),
    customer_id: z.string().meta({ description: "The caller's own name of the org", example: "acme-42" }),
    actor: z.string().meta({ description: "Who acted", example: "ui-backend" }),
    actor_kind: actorKind,
    admin_key: z.string().meta({
      description: "Public part of the admin key, empty when the service acted by itself",
      example: "pal_adm_0aB1cD2eF3gH",
    }),
    target_type: targetType,
    target_id: z.string().meta({ description: "Id of the target", example: "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05" }),
    target: z.string().nullable().meta({ description: "Human name of the target, where it has one" }),
    ip: z.string().meta({ description: "Address of the caller", example: "203.0.113.7" }),
    detail: z.looseObject({}).meta({
      description: "What belongs to the kind of event: counts, old and new values, a delta, a reason",
      example: { modules_enabled: ["easm"], domains: 2 },
    }),
  })
  .meta({ id: "ActivityEvent" });
