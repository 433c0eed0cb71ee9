import { Entity } from "electrodb";
import { connection } from "../table.ts";

/** Requests of one key in one UTC minute. */
export const RateCounter = new Entity(
  {
    model: { entity: "ratecounter", version: "1", service: "palisade" },
    attributes: {
      caller: { type: "string", required: true },
      minute: { type: "string", required: true },
      requests: { type: "number" },
      ttl: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "ratecounters",
        pk: { field: "pk", composite: ["caller", "minute"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);
