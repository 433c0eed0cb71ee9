import * as z from "zod";
import {
  domainKinds,
  findingClasses,
  findingStatuses,
  modules,
  scanStatuses,
  severities,
} from "../domain/vocabulary.ts";

/** The resources of the API as callers see them. `meta.id` names the schema in the OpenAPI document. */

export const timestamp = z.iso.datetime().meta({ description: "UTC, ISO 8601", example: "2026-01-31T09:30:00.000Z" });
export const moduleName = z.enum(modules).meta({
  id: "Module",
  description: "`easm`: external attack surface; `dast`: web applications; `cloud`: cloud posture and compliance",
});
export const scanStatus = z.enum(scanStatuses).meta({
  id: "ScanStatus",
  description:
    "`pending` until a worker has it, then `running`. It ends `completed`; `partial` when some scanners failed; `failed` when the job itself or every scanner did; or `cancelled`.",
  example: "completed",
});
export const severity = z.enum(severities).meta({ id: "Severity", description: "How bad it is", example: "high" });
export const findingStatus = z.enum(findingStatuses).meta({
  id: "FindingStatus",
  description:
    "`new` when first seen. The customer answers `in_progress`, `resolved`, `accepted_risk` or `false_positive`. A full rescan makes it `confirmed_resolved` when it is gone, `reopened` when it is back. `open` and `triaged` are of old.",
});
export const findingClass = z.enum(findingClasses).meta({
  id: "FindingClass",
  description:
    "`inventory`: merely there; `expected_exposure`: public on purpose; `should_not_be_public`: exposed by mistake; `issue`: a weakness",
  example: "should_not_be_public",
});

/** Ids of different kinds of things, each with an example of its own, so that examples show which id belongs where. */
export const id = (description: string, example: string) => z.uuid().meta({ description, example });
export const scopeId = id("What is scanned: one for each org and module", "b1f6a8d2-0c4e-5a7b-9d3f-61e2c8a4f790");
const findingId = id("Names the finding in every scan that sees it", "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283");
const assetId = id("The asset it was found on", "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352");

export const adminKey = z
  .object({
    id: id("Names the key, to revoke it", "0b8e4f71-9c2d-4d6a-b3e5-a1f7c9d20e46"),
    name: z.string().meta({ description: "Whose key it is", example: "UI backend" }),
    key_prefix: z.string().meta({ description: "Public part of the key", example: "pal_adm_0aB1cD2eF3gH" }),
    active: z.boolean().meta({ description: "False once the key is revoked", example: true }),
    created_at: timestamp,
  })
  .meta({ id: "AdminKey" });

export const adminKeyCreated = adminKey
  .extend({
    admin_key: z.string().meta({
      description: "The key itself, shown only here",
      example: "pal_adm_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q",
    }),
  })
  .meta({ id: "AdminKeyCreated" });

export const org = z
  .object({
    id: id("The service's own id of the org; callers name orgs by customer_id", "9e5d3a1c-7f48-4b02-a6c9-3d8e1b5f7024"),
    customer_id: z.string().meta({ description: "The caller's own name of the org, unique", example: "acme-42" }),
    customer_name: z.string().meta({ description: "For people to read", example: "Acme GmbH" }),
    slug: z.string().meta({ description: "Made from the customer_id, for events", example: "acme-42" }),
    modules_enabled: z
      .array(moduleName)
      .meta({ description: "Modules that the org may use; others answer 403", example: ["easm", "dast"] }),
    is_active: z.boolean().meta({ description: "While false, the org key answers 401", example: true }),
    scan_interval_days: z.int().meta({ description: "Scan cooldown of each module, in days", example: 14 }),
    api_key_prefix: z.string().meta({ description: "Public part of the org key", example: "pal_org_0aB1cD2eF3gH" }),
    created_at: timestamp,
  })
  .meta({ id: "Org" });

export const orgCreated = org
  .extend({
    org_api_key: z.string().meta({
      description: "The org key itself, shown only here",
      example: "pal_org_0aB1cD2eF3gH_4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1q",
    }),
  })
  .meta({ id: "OrgCreated" });

export const domain = z
  .object({
    id: id("Names the seed, to change or remove it", "7a3c9d51-e2f4-4b86-90d7-5c1e8f3b2a64"),
    value: z.string().meta({ description: "In lower case, host names in ASCII", example: "example.com" }),
    kind: z.enum(domainKinds).meta({
      id: "DomainKind",
      description: "Follows from the value; `domain` and `ip_range` are scanned, the others help to discover",
    }),
  })
  .meta({ id: "Domain" });

/** A text that a finding may lack. */
const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example });

export const finding = z
  .object({
    id: findingId,
    dedup_key: z.string().meta({
      description: "What it is and where, as SHA-256 in hex: the same in every scan",
      example: "4f1d0c7a9be25386d0a4c1f7e8932b6d5a07c4e19f83b2d6607a1e5c94d8f3b2",
    }),
    module: moduleName,
    template_id: z.string().meta({
      description: "The rule that found it",
      example: "easm.exposures.git_repository",
    }),
    title: z
      .string()
      .meta({ description: "What is wrong, in a line", example: "Git repository readable from the web" }),
    description: text("What is wrong, in full", "The web server hands out the folder `.git` to anyone who asks."),
    severity,
    source_severity: text("Severity that the scanner or tool gave, before it was weighed", "high"),
    severity_reason: z.array(z.string()).meta({
      description: "How the severity came about, step by step",
      example: ["native: high (easm.exposures.git_repository)"],
    }),
    status: findingStatus,
    finding_class: findingClass,
    category: text("What kind of weakness it is", "exposed_file"),
    risk: text(
      "What may come of it",
      "Anyone can rebuild the source history and any secret that was ever committed to it.",
    ),
    remediation: text("What to do about it, in a line", "Deny access to /.git and rotate what it held."),
    remediation_steps: z
      .array(z.string())
      .length(4)
      .meta({
        description: "What to do about it, in four steps",
        example: ["Deny /.git on the web server.", "Deploy from build output.", "Rotate every secret.", "Scan again."],
      }),
    cve_id: text("The CVE, where it is one", null),
    cwe_id: text("The kind of weakness in the CWE list", "CWE-527"),
    cvss_score: z.number().min(0).max(10).meta({ description: "CVSS base score, 0 to 10", example: 7.5 }),
    references: z
      .array(z.url())
      .meta({ description: "Further reading", example: ["https://git-scm.com/docs/gitignore"] }),
    evidence: z.looseObject({}).meta({
      description: "Proof, at most 8 KB; where it was seen is in `matched_at`",
      example: { matched_at: "https://www.example.com/.git/HEAD", excerpt: "ref: refs/heads/main" },
    }),
    asset_id: assetId.nullable(),
    asset: text("The asset it was found on", "https://www.example.com"),
    scope_id: scopeId.nullable(),
    duplicate_of: z
      .uuid()
      .nullable()
      .meta({ description: "The finding of another scanner that says the same of the same asset", example: null }),
    suppression_id: z.uuid().nullable().meta({
      description: "The suppression rule that gave it its status, or that the answer to it made",
      example: null,
    }),
    not_verified_reason: z.string().nullable().meta({
      description:
        "Why the last scan of the module that was completed or partial could not say whether the finding is still there: its scanner failed, its asset was not reached, or the scan looked elsewhere. Null when it could. A scan that could not say changes neither status nor `last_seen`",
      example: null,
    }),
    first_seen: timestamp.meta({ description: "First scan that saw it", example: "2026-01-03T08:12:45.000Z" }),
    last_seen: timestamp.meta({ description: "Last scan that saw it", example: "2026-01-31T09:38:20.000Z" }),
  })
  .meta({ id: "Finding" });
