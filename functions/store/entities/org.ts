import { CustomAttributeType, Entity } from "electrodb";
import type { Module } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** An org, kept under the caller's own identifier: unique by construction and found by one read. */
export const Org = new Entity(
  {
    model: { entity: "org", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      customer_id: { type: "string", required: true },
      customer_name: { type: "string", required: true },
      slug: { type: "string", required: true },
      modules_enabled: { type: CustomAttributeType<readonly Module[]>("any"), required: true },
      is_active: { type: "boolean", required: true },
      scan_interval_days: { type: "number", required: true },
      api_key_prefix: { type: "string", required: true },
      created_at: { type: "string", required: true },
      /** Counts changes: the copy with the org's key must not be made from an old state. */
      version: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "orgs",
        pk: { field: "pk", composite: ["customer_id"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);

/** Entry of the list of all orgs. Their ids are UUIDv7, so ids in order are orgs in order of creation. */
export const OrgEntry = new Entity(
  {
    model: { entity: "orgentry", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      customer_id: { type: "string", required: true },
      created_at: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "orgentries",
        pk: { field: "pk", composite: [], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);

/** Reserves a slug, so that no two orgs share one. */
export const OrgSlug = new Entity(
  {
    model: { entity: "orgslug", version: "1", service: "palisade" },
    attributes: {
      slug: { type: "string", required: true },
      customer_id: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "orgslugs",
        pk: { field: "pk", composite: ["slug"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);
