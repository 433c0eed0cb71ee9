import { CustomAttributeType, Entity } from "electrodb";
import { scannerTypes } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** One scanner's part in a scan: counters over its batches, from which its status follows. */
export const Run = new Entity(
  {
    model: { entity: "run", version: "1", service: "palisade" },
    attributes: {
      scan_id: { type: "string", required: true },
      scanner_key: { type: "string", required: true },
      scanner_type: { type: scannerTypes, required: true },
      /** Null until the scanner's stage has begun. */
      batches_total: { type: "number" },
      batches_done: { type: "number", required: true },
      batches_failed: { type: "number", required: true },
      raw_count: { type: "number", required: true },
      asset_count: { type: "number", required: true },
      finding_count: { type: "number", required: true },
      /** Targets of all batches, and those among them that did not answer. */
      target_count: { type: "number", required: true },
      unreached_count: { type: "number", required: true },
      error: { type: "string" },
      started_at: { type: "string" },
      finished_at: { type: "string" },
    },
    indexes: {
      primary: {
        scope: "scanwork",
        pk: { field: "pk", composite: ["scan_id"], casing: "none" },
        sk: { field: "sk", composite: ["scanner_key"], casing: "none" },
      },
    },
  },
  connection,
);

/** The end of one batch: written once, in the transaction that adds its counts to the run and the scan. */
export const BatchResult = new Entity(
  {
    model: { entity: "batchresult", version: "1", service: "palisade" },
    attributes: {
      scan_id: { type: "string", required: true },
      scanner_key: { type: "string", required: true },
      batch: { type: "number", required: true, padding: { length: 6, char: "0" } },
      /** The attempt whose chunks count; those of an attempt that died before this row are ignored. */
      attempt: { type: "string", required: true },
      failed: { type: "boolean", required: true },
      /** Values of the targets, and of assets within them, that did not answer: their findings keep their state. */
      unreached: { type: CustomAttributeType<readonly string[]>("any"), required: true },
      ttl: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "scanwork",
        pk: { field: "pk", composite: ["scan_id"], casing: "none" },
        sk: { field: "sk", composite: ["scanner_key", "batch"], casing: "none" },
      },
    },
  },
  connection,
);

/** What a batch found, gzipped JSON of at most 350 KB before compression: hundreds of rows for the price of one. */
export const OutputChunk = new Entity(
  {
    model: { entity: "outputchunk", version: "1", service: "palisade" },
    attributes: {
      scan_id: { type: "string", required: true },
      kind: { type: ["assets", "findings"] as const, required: true },
      scanner_key: { type: "string", required: true },
      batch: { type: "number", required: true, padding: { length: 6, char: "0" } },
      attempt: { type: "string", required: true },
      chunk: { type: "number", required: true, padding: { length: 6, char: "0" } },
      data: { type: CustomAttributeType<Uint8Array>("any"), required: true },
      ttl: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "scanoutput",
        pk: { field: "pk", composite: ["scan_id"], casing: "none" },
        sk: { field: "sk", composite: ["kind", "scanner_key", "batch", "attempt", "chunk"], casing: "none" },
      },
    },
  },
  connection,
);
