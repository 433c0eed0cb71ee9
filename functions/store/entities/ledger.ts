import { CustomAttributeType, Entity } from "electrodb";
import type { LedgerSegment, ModuleClock } from "../../domain/ledger.ts";
import { modules } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/**
 * What is known of all findings of a module, in the few items of a packed list: which segments count, and what the last
 * scan says of findings whose rows it had no reason to write.
 */
export const LedgerHead = new Entity(
  {
    model: { entity: "ledgerhead", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      module: { type: modules, required: true },
      /** Changes with every swap: a scan's id, or that of a repair. */
      version: { type: "string", required: true },
      segments: { type: CustomAttributeType<readonly LedgerSegment[]>("any"), required: true },
      clock: { type: CustomAttributeType<ModuleClock>("any"), required: true },
      /** True when the segments are not to be trusted, but the rows. */
      is_stale: { type: "boolean" },
    },
    indexes: {
      primary: {
        scope: "ledgers",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["module"], casing: "none" },
      },
    },
  },
  connection,
);

/** A finding whose row is newer than the ledger: written with every change that no scan makes. */
export const TouchedFinding = new Entity(
  {
    model: { entity: "touchedfinding", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      module: { type: modules, required: true },
      finding_id: { type: "string", required: true },
      /** The finding's version after the change. */
      version: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "touchedfindings",
        pk: { field: "pk", composite: ["org_id", "module"], casing: "none" },
        sk: { field: "sk", composite: ["finding_id"], casing: "none" },
      },
    },
  },
  connection,
);
