import { CustomAttributeType, Entity } from "electrodb";
import type { Json } from "../../domain/json.ts";
import { connection } from "../table.ts";

/** Which version of a packed list of an org counts. */
export const SnapshotHead = new Entity(
  {
    model: { entity: "snapshothead", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      name: { type: "string", required: true },
      version: { type: "string", required: true },
      chunks: { type: "number", required: true },
      rows: { type: "number", required: true },
      /** What must be known of the list without reading it. */
      facts: { type: CustomAttributeType<Readonly<Record<string, Json>>>("any"), required: true },
    },
    indexes: {
      primary: {
        scope: "snapshots",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["name"], casing: "none" },
      },
    },
  },
  connection,
);

/** A part of a packed list: gzipped JSON. */
export const SnapshotChunk = new Entity(
  {
    model: { entity: "snapshotchunk", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      name: { type: "string", required: true },
      version: { type: "string", required: true },
      chunk: { type: "number", required: true, padding: { length: 6, char: "0" } },
      data: { type: CustomAttributeType<Uint8Array>("any"), required: true },
      /** Set on the chunks of a version that does not count, or not any more. */
      ttl: { type: "number" },
    },
    indexes: {
      primary: {
        scope: "snapshotchunks",
        pk: { field: "pk", composite: ["org_id", "name", "version"], casing: "none" },
        sk: { field: "sk", composite: ["chunk"], casing: "none" },
      },
    },
  },
  connection,
);
