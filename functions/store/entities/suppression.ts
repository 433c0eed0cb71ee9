import { Entity } from "electrodb";
import { suppressedStatuses, suppressMatches } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A suppression rule; its id follows from what it matches, so that a scan finds it by key. */
export const Suppression = new Entity(
  {
    model: { entity: "suppression", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      match: { type: suppressMatches, required: true },
      value: { type: "string", required: true },
      status: { type: suppressedStatuses, required: true },
      finding_id: { type: "string", required: true },
      note: { type: "string" },
      actor: { type: "string", required: true },
      active: { type: "boolean", required: true },
      created_at: { type: "string", required: true },
      hits: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "suppressions",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);
