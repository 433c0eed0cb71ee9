import { CustomAttributeType, Entity } from "electrodb";
import type { Json } from "../../domain/json.ts";
import { connection } from "../table.ts";

/** What a request with an Idempotency-Key was answered, so that its repetition gets the same. */
export const IdempotentAnswer = new Entity(
  {
    model: { entity: "idempotentanswer", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      key: { type: "string", required: true },
      /** SHA-256 of the body that came with the key, hex. */
      fingerprint: { type: "string", required: true },
      answer: { type: CustomAttributeType<Readonly<Record<string, Json>>>("any"), required: true },
      expires_at: { type: "string", required: true },
      ttl: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "idempotency",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["key"], casing: "none" },
      },
    },
  },
  connection,
);
