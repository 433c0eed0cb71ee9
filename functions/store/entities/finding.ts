import { CustomAttributeType, Entity } from "electrodb";
import type { ReconcileMark } from "../../domain/finding.ts";
import { findingClasses, findingStatuses, modules, severities, unverifiedCauses } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A finding; its id follows from org and dedup_key, so that a rescan needs no look-up to find it again. */
export const Finding = new Entity(
  {
    model: { entity: "finding", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      module: { type: modules, required: true },
      dedup_key: { type: "string", required: true },
      template_id: { type: "string", required: true },
      title: { type: "string", required: true },
      description: { type: "string" },
      severity: { type: severities, required: true },
      source_severity: { type: "string" },
      severity_reason: { type: "list", required: true, items: { type: "string" } },
      status: { type: findingStatuses, required: true },
      status_changed_at: { type: "string", required: true },
      /** Goes up by one with each write: every decision about it is based on the one before. */
      version: { type: "number", required: true },
      /** The suppression rule that the customer's answer to it has made. */
      suppression_id: { type: "string" },
      /** The suppression rule that gave it its status; gone once it has another. */
      suppressed_by: { type: "string" },
      finding_class: { type: findingClasses, required: true },
      category: { type: "string" },
      risk: { type: "string" },
      remediation: { type: "string" },
      remediation_steps: { type: "list", required: true, items: { type: "string" } },
      cve_id: { type: "string" },
      cwe_id: { type: "string" },
      cvss_score: { type: "number", required: true },
      references: { type: "list", required: true, items: { type: "string" } },
      /** Copy of the evidence's, cut: the index has room for it and not for the evidence. */
      matched_at: { type: "string" },
      evidence: { type: CustomAttributeType<Readonly<Record<string, unknown>>>("any"), required: true },
      asset_id: { type: "string" },
      asset: { type: "string" },
      scope_id: { type: "string" },
      /** The finding of another scanner that says the same. */
      duplicate_of: { type: "string" },
      first_seen: { type: "string", required: true },
      last_seen: { type: "string", required: true },
      /** Keys of the scanners that ever reported it. */
      scanners: { type: "list", required: true, items: { type: "string" } },
      /** Those scanners in one word, by which the module's ledger tells when they were last able to look. */
      scanner_group: { type: "string", required: true },
      /** True while `last_seen` moves with its scanner group: the group's time counts and not this row's. */
      follows: { type: "boolean", required: true },
      /** Set while the last scan could not check this finding although it could check the rest of its group. */
      not_verified: { type: unverifiedCauses },
      /** The last scan that said something of this finding and not of its group. */
      verified_by: { type: "string" },
      /** Names what the scan said: a scan that says the same changes nothing. */
      digest: { type: "string", required: true },
      /** Consecutive scans that could have seen it and did not. */
      misses: { type: "number", required: true },
      reconciled: { type: CustomAttributeType<ReconcileMark>("any"), required: true },
    },
    indexes: {
      primary: {
        scope: "findings",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
      /** The index holds only the attributes of `tableDefinition.gsi1`; read the row itself for the others. */
      newest: {
        index: "gsi1",
        scope: "findings",
        pk: { field: "gsi1pk", composite: ["org_id"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["first_seen", "id"], casing: "none" },
      },
    },
  },
  connection,
);
