import { CustomAttributeType, Entity } from "electrodb";
import type { AdminIdentity, OrgIdentity } from "../../domain/identity.ts";
import { connection } from "../table.ts";

/**
 * What a key is checked against, found by the key's public prefix. It carries a copy of whom the key stands for, written
 * in the same transaction as the original, so that one consistent read authenticates a request.
 */
export const Credential = new Entity(
  {
    model: { entity: "credential", version: "1", service: "palisade" },
    attributes: {
      prefix: { type: "string", required: true },
      salt: { type: "string", required: true },
      digest: { type: "string", required: true },
      active: { type: "boolean", required: true },
      admin: { type: CustomAttributeType<AdminIdentity>("any") },
      org: { type: CustomAttributeType<OrgIdentity>("any") },
    },
    indexes: {
      primary: {
        scope: "credentials",
        pk: { field: "pk", composite: ["prefix"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);
