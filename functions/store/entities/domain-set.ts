import { CustomAttributeType, Entity } from "electrodb";
import type { SeedDomain } from "../../domain/seed.ts";
import { connection } from "../table.ts";

/**
 * All seeds of an org in one item (at most 500, under 170 KB): listing is one read, and uniqueness, the cap and the
 * event of a change hold by one conditional write on `version`.
 */
export const DomainSet = new Entity(
  {
    model: { entity: "domainset", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      version: { type: "number", required: true },
      domains: { type: CustomAttributeType<readonly SeedDomain[]>("any"), required: true },
    },
    indexes: {
      primary: {
        scope: "org",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);
