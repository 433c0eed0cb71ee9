import { CustomAttributeType, Entity } from "electrodb";
import type { Json } from "../../domain/json.ts";
import { activityOutcomes, actorKinds } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A row of an org's activity trail. Written in the transaction of the change it tells of, never changed. */
export const ActivityRow = new Entity(
  {
    model: { entity: "activity", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      occurred_at: { type: "string", required: true },
      level: { type: ["ERROR", "WARNING", "INFO"] as const, required: true },
      action: { type: "string", required: true },
      outcome: { type: activityOutcomes, required: true },
      org: { type: "string", required: true },
      customer_id: { type: "string", required: true },
      actor: { type: "string", required: true },
      actor_kind: { type: actorKinds, required: true },
      admin_key: { type: "string", required: true },
      target_type: { type: "string", required: true },
      target_id: { type: "string", required: true },
      target: { type: "string" },
      ip: { type: "string", required: true },
      detail: { type: CustomAttributeType<Readonly<Record<string, Json>>>("any"), required: true },
    },
    indexes: {
      primary: {
        scope: "activity",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
      /**
       * Events that no filter of the trail tells apart. The index holds only the attributes of `tableDefinition.gsi1`, of
       * which an event has its ids; read the row itself for the others.
       */
      series: {
        index: "gsi1",
        scope: "activity",
        pk: { field: "gsi1pk", composite: ["org_id", "action", "outcome", "actor_kind"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);
