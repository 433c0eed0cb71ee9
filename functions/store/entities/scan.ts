import { CustomAttributeType, Entity } from "electrodb";
import type { FeedbackValidation, ScanCoverage, ScanDelta } from "../../domain/scan.ts";
import type { ScanOptions } from "../../domain/scan-params.ts";
import type { SeedDomain } from "../../domain/seed.ts";
import { modules, scanStatuses } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A scan job. Its id is a UUIDv7, so ids in order are scans in order of creation. */
export const Scan = new Entity(
  {
    model: { entity: "scan", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      customer_id: { type: "string", required: true },
      org_slug: { type: "string", required: true },
      scope_id: { type: "string", required: true },
      module: { type: modules, required: true },
      status: { type: scanStatuses, required: true },
      requested_scanners: { type: "list", required: true, items: { type: "string" } },
      options: { type: CustomAttributeType<ScanOptions>("any"), required: true },
      execution: { type: "string" },
      cancel_requested: { type: "boolean", required: true },
      current_stage: { type: "string" },
      stages_total: { type: "number", required: true },
      stages_done: { type: "number", required: true },
      assets: { type: "number", required: true },
      findings: { type: "number", required: true },
      delta: { type: CustomAttributeType<ScanDelta>("any") },
      /** When its findings are judged: every attempt at finalize says the same. */
      judged_at: { type: "string" },
      /** Transactions of finalize that another attempt at it cannot foresee: it may not end the scan without their rows. */
      unforeseen_writes: { type: "number" },
      coverage: { type: CustomAttributeType<ScanCoverage>("any") },
      feedback_validation: { type: CustomAttributeType<FeedbackValidation>("any") },
      error: { type: "string" },
      created_at: { type: "string", required: true },
      started_at: { type: "string" },
      finished_at: { type: "string" },
    },
    indexes: {
      primary: {
        scope: "scans",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);

/** The seeds as they were when the scan was asked for: a scan's scope does not move while it runs. */
export const ScanScope = new Entity(
  {
    model: { entity: "scanscope", version: "1", service: "palisade" },
    attributes: {
      scan_id: { type: "string", required: true },
      seeds: { type: CustomAttributeType<readonly SeedDomain[]>("any"), required: true },
      /** Hosts that findings of earlier scans are on. Set when the scan is claimed. */
      known_hosts: { type: CustomAttributeType<readonly string[]>("any") },
    },
    indexes: {
      primary: {
        scope: "scanwork",
        pk: { field: "pk", composite: ["scan_id"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  },
  connection,
);

/** Lock and clock of one module of one org: at most one scan in flight, and when the last one that counts ended. */
export const ModuleLock = new Entity(
  {
    model: { entity: "modulelock", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      module: { type: modules, required: true },
      active_scan_id: { type: "string" },
      /** The scan that was asked for last: the id of the next one is greater, whatever the clock says. */
      last_scan_id: { type: "string" },
      last_counted_at: { type: "string" },
    },
    indexes: {
      primary: {
        scope: "org",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["module"], casing: "none" },
      },
    },
  },
  connection,
);

/** Entry of the list of scans that are pending or running: what the sweeper looks through. */
export const ActiveScan = new Entity(
  {
    model: { entity: "activescan", version: "1", service: "palisade" },
    attributes: {
      scan_id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      created_at: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "activescans",
        pk: { field: "pk", composite: [], casing: "none" },
        sk: { field: "sk", composite: ["scan_id"], casing: "none" },
      },
    },
  },
  connection,
);
