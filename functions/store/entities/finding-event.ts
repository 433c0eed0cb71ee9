import { Entity } from "electrodb";
import { findingEvents, findingStatuses } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A row of a finding's history. Written in the transaction of the change it tells of, never changed. */
export const FindingEventRow = new Entity(
  {
    model: { entity: "findingevent", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      finding_id: { type: "string", required: true },
      position: { type: "string", required: true },
      event: { type: findingEvents, required: true },
      old_status: { type: findingStatuses },
      new_status: { type: findingStatuses, required: true },
      actor: { type: "string", required: true },
      note: { type: "string" },
      created_at: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "findinghistory",
        pk: { field: "pk", composite: ["org_id", "finding_id"], casing: "none" },
        sk: { field: "sk", composite: ["position"], casing: "none" },
      },
    },
  },
  connection,
);
