import { CustomAttributeType, Entity } from "electrodb";
import type { Json } from "../../domain/json.ts";
import { connection } from "../table.ts";

/** A row of the audit log: written once, never changed, never deleted; the roles deny both. */
export const AuditRow = new Entity(
  {
    model: { entity: "audit", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      method: { type: "string", required: true },
      path: { type: "string", required: true },
      status_code: { type: "number", required: true },
      admin_prefix: { type: "string", required: true },
      org_prefix: { type: "string", required: true },
      ip: { type: "string", required: true },
      created_at: { type: "string", required: true },
      detail: { type: CustomAttributeType<Readonly<Record<string, Json>>>("any"), required: true },
    },
    indexes: {
      primary: {
        scope: "audit",
        pk: { field: "pk", composite: [], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);
