import { CustomAttributeType, Entity } from "electrodb";
import type { CloudAccount } from "../../domain/cloud-account.ts";
import { connection } from "../table.ts";

/**
 * All cloud accounts of an org in one item (at most 100, under 350 KB): listing is one read, and that no two have the
 * same role, the cap and the event of a change hold by one conditional write on `version`.
 */
export const CloudAccountSet = new Entity(
  {
    model: { entity: "cloudaccountset", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      version: { type: "number", required: true },
      accounts: { type: CustomAttributeType<readonly CloudAccount[]>("any"), required: true },
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
