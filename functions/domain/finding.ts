import { createHash } from "node:crypto";
import { derivedId } from "./ids.ts";
import type { Json } from "./json.ts";
import type { Rule } from "./rule.ts";
import type { FindingClass, FindingStatus, Module, Severity } from "./vocabulary.ts";

export type FindingEvidence = Readonly<Record<string, Json>>;

/** What the last reconcile decided about a finding: makes a repeated finalize decide the same. */
export interface ReconcileMark {
  readonly scan_id: string;
  readonly bucket: Bucket;
}

/** Where a finding falls in the delta of a scan; `unchanged` is in none of its counts. */
export const buckets = ["new", "reopened", "confirmed_resolved", "still_open", "auto_resolved", "unchanged"] as const;
export type Bucket = (typeof buckets)[number];

/** Everything that a scan says about a finding; what the customer says is kept apart from it. */
export interface DetectedFinding {
  readonly id: string;
  readonly dedup_key: string;
  readonly module: Module;
  readonly template_id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly source_severity: string;
  readonly severity_reason: readonly string[];
  readonly finding_class: FindingClass;
  readonly category: string;
  readonly risk: string;
  readonly remediation: string;
  readonly remediation_steps: readonly string[];
  readonly cve_id?: string;
  readonly cwe_id?: string;
  readonly cvss_score: number;
  readonly references: readonly string[];
  readonly evidence: FindingEvidence;
  readonly asset_id: string;
  readonly asset: string;
  readonly scope_id: string;
  readonly scanners: readonly string[];
}

/** What a reconcile must know of a finding on record. */
export interface KnownFinding {
  readonly id: string;
  readonly status: FindingStatus;
  readonly misses: number;
  readonly scanners: readonly string[];
  readonly asset: string | undefined;
  readonly version: number;
  readonly reconciled: ReconcileMark;
}

/** A detection as a scanner reports it, with the names that make it a finding of an org. */
export interface Sighting {
  readonly orgId: string;
  readonly scopeId: string;
  readonly module: Module;
  readonly scanner: string;
  readonly ruleKey: string;
  readonly rule: Rule;
  readonly assetId: string;
  readonly asset: string;
  readonly matchedAt: string;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
  readonly parameter?: string | undefined;
  readonly cveId?: string | undefined;
  readonly severity?: { readonly value: Severity; readonly reason: string } | undefined;
  readonly evidence: FindingEvidence;
}

/** Largest evidence of a finding, bytes of JSON. */
export const EVIDENCE_BYTES_MAX = 8192;

/**
 * Identity of a finding across scans: SHA-256 over what it is and where, never over how bad it looks today or what the
 * response said. Hex, 64 characters.
 */
export const dedupKey = (
  sighting: Pick<Sighting, "module" | "scanner" | "ruleKey" | "asset" | "port" | "path" | "parameter" | "cveId">,
): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        "finding",
        sighting.module,
        `${sighting.scanner}.${sighting.ruleKey}`,
        sighting.asset,
        sighting.port ?? "",
        sighting.path ?? "",
        sighting.parameter ?? "",
        sighting.cveId ?? "",
      ]),
    )
    .digest("hex");

/** Id of a finding: UUIDv5 of (org, dedup_key). */
export const findingId = (orgId: string, dedupKey: string): string => derivedId("finding", orgId, dedupKey);

/** The finding that a sighting amounts to, with every field of the specification that a scan determines. */
export function detectedFinding(sighting: Sighting): DetectedFinding {
  const { rule } = sighting;
  const templateId = `${sighting.scanner}.${sighting.ruleKey}`;
  const key = dedupKey(sighting);
  const reasons = [`native: ${rule.severity} (${templateId})`];
  if (sighting.severity && sighting.severity.value !== rule.severity)
    reasons.push(`${rule.severity} -> ${sighting.severity.value}: ${sighting.severity.reason}`);
  return {
    id: findingId(sighting.orgId, key),
    dedup_key: key,
    module: sighting.module,
    template_id: templateId,
    title: rule.title,
    description: rule.description,
    severity: sighting.severity?.value ?? rule.severity,
    source_severity: rule.severity,
    severity_reason: reasons,
    finding_class: rule.finding_class,
    category: rule.category,
    risk: rule.risk,
    remediation: rule.remediation,
    remediation_steps: rule.steps,
    ...(sighting.cveId === undefined ? {} : { cve_id: sighting.cveId }),
    ...(rule.cwe_id === null ? {} : { cwe_id: rule.cwe_id }),
    cvss_score: rule.cvss_score,
    references: rule.references,
    evidence: boundedEvidence({
      matched_at: sighting.matchedAt,
      ...(sighting.port === undefined ? {} : { port: sighting.port }),
      ...(sighting.path === undefined ? {} : { path: sighting.path }),
      ...(sighting.parameter === undefined ? {} : { parameter: sighting.parameter }),
      ...sighting.evidence,
    }),
    asset_id: sighting.assetId,
    asset: sighting.asset,
    scope_id: sighting.scopeId,
    scanners: [sighting.scanner],
  };
}

/** Drops the largest entries until the evidence fits in 8 KB, and says which; where it was seen always stays. */
export function boundedEvidence(evidence: FindingEvidence): FindingEvidence {
  const size = (value: Json | FindingEvidence) => Buffer.byteLength(JSON.stringify(value));
  if (size(evidence) <= EVIDENCE_BYTES_MAX) return evidence;
  const kept = new Map(Object.entries(evidence));
  const dropped: string[] = [];
  const largestFirst = Object.entries(evidence)
    .filter(([name]) => name !== "matched_at")
    .sort((a, b) => size(b[1]) - size(a[1]));
  for (const [name] of largestFirst) {
    kept.delete(name);
    dropped.push(name.slice(0, 64));
    const smaller = { ...Object.fromEntries(kept), dropped: dropped.slice(0, 20) };
    if (size(smaller) <= EVIDENCE_BYTES_MAX) return smaller;
  }
  return { matched_at: String(evidence.matched_at).slice(0, 2048), dropped: dropped.slice(0, 20) };
}
