import { Entity } from "electrodb";
import { connection } from "../table.ts";

/** An admin key as operators list it; what authenticates is the `credential` of the same prefix. */
export const AdminKey = new Entity(
  {
    model: { entity: "adminkey", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      name: { type: "string", required: true },
      key_prefix: { type: "string", required: true },
      active: { type: "boolean", required: true },
      created_at: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "adminkeys",
        pk: { field: "pk", composite: [], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);
