import * as z from "zod";
import {
  domainKinds,
  findingClasses,
  findingStatuses,
  modules,
  progressPhases,
  runStatuses,
  scannerTypes,
  scanStatuses,
  severities,
} from "../domain/vocabulary.ts";

/** The resources of the API as callers see them. `meta.id` names the schema in the OpenAPI document. */

export const timestamp = z.iso.datetime().meta({ description: "UTC, ISO 8601", example: "2026-01-31T09:30:00.000Z" });
export const moduleName = z.enum(modules).meta({ id: "Module" });
export const scanStatus = z.enum(scanStatuses).meta({ id: "ScanStatus" });
export const severity = z.enum(severities).meta({ id: "Severity" });
export const findingStatus = z.enum(findingStatuses).meta({ id: "FindingStatus" });
export const findingClass = z.enum(findingClasses).meta({ id: "FindingClass" });

export const adminKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    key_prefix: z.string().meta({ description: "Public part of the key", example: "pal_adm_0aB1cD2eF3gH" }),
    active: z.boolean().meta({ description: "False once the key is revoked" }),
    created_at: timestamp,
  })
  .meta({ id: "AdminKey" });

export const adminKeyCreated = adminKey
  .extend({ admin_key: z.string().meta({ description: "The key itself, shown only here" }) })
  .meta({ id: "AdminKeyCreated" });

export const org = z
  .object({
    id: z.uuid(),
    customer_id: z.string(),
    customer_name: z.string(),
    slug: z.string(),
    modules_enabled: z.array(moduleName),
    is_active: z.boolean(),
    scan_interval_days: z.int().meta({ description: "Scan cooldown of each module, in days" }),
    api_key_prefix: z.string().meta({ description: "Public part of the org key", example: "pal_org_0aB1cD2eF3gH" }),
    created_at: timestamp,
  })
  .meta({ id: "Org" });

export const orgCreated = org
  .extend({ org_api_key: z.string().meta({ description: "The org key itself, shown only here" }) })
  .meta({ id: "OrgCreated" });

export const domain = z
  .object({ id: z.uuid(), value: z.string(), kind: z.enum(domainKinds).meta({ id: "DomainKind" }) })
  .meta({ id: "Domain" });

const count = z.int().min(0);

export const scanDelta = z
  .object({ new: count, reopened: count, confirmed_resolved: count, still_open: count, auto_resolved: count })
  .meta({ id: "ScanDelta" });

export const progress = z
  .object({
    scan_id: z.uuid(),
    status: scanStatus,
    cancel_requested: z.boolean(),
    stages_total: count,
    stages_done: count,
    current: z
      .string()
      .nullable()
      .meta({ description: "Key of the current stage, null before the first and after the last" }),
    assets: count,
    findings: count,
    phase: z.enum(progressPhases),
  })
  .meta({ id: "Progress" });

export const run = z
  .object({
    scanner_key: z.string().meta({ example: "easm.tls" }),
    scanner_type: z.enum(scannerTypes),
    status: z.enum(runStatuses),
    raw_count: count.meta({ description: "Everything the scanner reported, before merging" }),
    asset_count: count,
    finding_count: count,
    target_count: count.meta({ description: "Targets that the scanner was given" }),
    unreached_count: count.meta({
      description: "Those among them that did not answer; their findings keep their state",
    }),
    error: z.string().nullable().meta({ description: "Why the run failed, or which targets did not answer" }),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "Run" });

export const scanSummary = z
  .object({
    id: z.uuid(),
    scope_id: z.uuid(),
    status: scanStatus,
    requested_scanners: z.array(z.string()).meta({ description: "Empty means the full pipeline" }),
    params: z.looseObject({ module: moduleName }),
    stats: z.object({
      assets: count,
      findings: count,
      progress,
      finalize: z.object({ delta: scanDelta }).optional(),
    }),
    error: z.string().nullable(),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ScanSummary" });

export const scan = scanSummary.extend({ runs: z.array(run) }).meta({ id: "Scan" });

export const scanAccepted = z
  .object({
    id: z.uuid(),
    status: scanStatus,
    scope_id: z.uuid(),
    runs: z.array(run).meta({ description: "Empty until the worker has picked the scan up" }),
    created_at: timestamp,
  })
  .meta({ id: "ScanAccepted" });

export const scanCooldown = z
  .object({ error: z.literal("scan cooldown active"), module: moduleName, next_scan_allowed_at: timestamp })
  .meta({ id: "ScanCooldown", description: "Body of 429 while a module is in its cooldown" });

export const finding = z
  .object({
    id: z.uuid(),
    dedup_key: z.string(),
    module: moduleName,
    template_id: z.string().meta({ description: "The rule that found it", example: "easm.exposures.git_repository" }),
    title: z.string(),
    description: z.string().nullable(),
    severity,
    source_severity: z.string().nullable(),
    severity_reason: z.array(z.string()),
    status: findingStatus,
    finding_class: findingClass,
    category: z.string().nullable(),
    risk: z.string().nullable(),
    remediation: z.string().nullable(),
    remediation_steps: z.array(z.string()).length(4),
    cve_id: z.string().nullable(),
    cwe_id: z.string().nullable(),
    cvss_score: z.number().min(0).max(10),
    references: z.array(z.url()),
    evidence: z.looseObject({}).meta({ description: "Proof, at most 8 KB; where it was seen is in `matched_at`" }),
    asset_id: z.uuid().nullable(),
    asset: z.string().nullable(),
    scope_id: z.uuid().nullable(),
    duplicate_of: z.uuid().nullable(),
    first_seen: timestamp,
    last_seen: timestamp,
  })
  .meta({ id: "Finding" });
