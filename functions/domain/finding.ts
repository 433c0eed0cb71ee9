import { createHash } from "node:crypto";
import { derivedId } from "./ids.ts";
import type { Json } from "./json.ts";
import type { Rule } from "./rule.ts";
import { assess } from "./severity.ts";
import type { FindingClass, FindingStatus, Module, Severity, UnverifiedCause } from "./vocabulary.ts";

export type FindingEvidence = Readonly<Record<string, Json>>;

/** What the last reconcile decided about a finding: makes a repeated finalize decide the same. */
export interface ReconcileMark {
  readonly scan_id: string;
  readonly bucket: Bucket;
  /** What the scan made of its status, whatever the customer has answered since; not in rows of before. */
  readonly status?: FindingStatus;
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
  /** What is wrong and where, whichever scanner says so; not stored in rows. */
  readonly weakness: string;
}

/** What a reconcile must know of a finding on record. */
export interface KnownFinding {
  readonly id: string;
  readonly version: number;
  readonly status: FindingStatus;
  readonly misses: number;
  readonly scanners: readonly string[];
  readonly asset: string;
  readonly digest: string;
  readonly follows: boolean;
  /** Why the last scan that checked its group could not check it. */
  readonly unverified: UnverifiedCause | null;
  readonly duplicateOf: string | null;
}

/** The same as its row has it, with what a row alone can tell. */
export interface RecordedFinding extends KnownFinding {
  readonly reconciled: ReconcileMark;
  readonly statusChangedAt: string;
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
  /** CVSS base score of the CVE; counts only together with it. */
  readonly cvssScore?: number | undefined;
  readonly severity?: { readonly value: Severity; readonly reason: string } | undefined;
  readonly evidence: FindingEvidence;
}

/** Largest evidence of a finding, bytes of JSON. */
export const EVIDENCE_BYTES_MAX = 8192;

type Identified = Pick<Sighting, "module" | "scanner" | "ruleKey" | "asset" | "port" | "path" | "parameter" | "cveId">;

/**
 * Identity of a finding across scans: SHA-256 over what it is and where, never over how bad it looks today or what the
 * response said. Hex, 64 characters.
 */
export const dedupKey = (sighting: Identified): string =>
  sha256Of([
    "finding",
    sighting.module,
    `${sighting.scanner}.${sighting.ruleKey}`,
    ...placeOf(sighting),
    cveOf(sighting),
  ]).toString("hex");

/** Hex characters of a weakness: 128 bits. */
const WEAKNESS_LENGTH = 32;

/**
 * Identity of what is wrong and where, whichever scanner says so: a CVE on an asset, or a kind of weakness with a title
 * at a place. Hex, 32 characters.
 */
export const weaknessOf = (sighting: Sighting): string =>
  sha256Of(
    sighting.cveId === undefined
      ? ["rule", ...placeOf(sighting), sighting.rule.cwe_id ?? "", wordsOf(sighting.rule.title)]
      : ["cve", assetIdentity(sighting.asset), cveOf(sighting)],
  )
    .toString("hex")
    .slice(0, WEAKNESS_LENGTH);

const placeOf = ({ asset, port, path, parameter }: Identified): readonly Json[] => [
  assetIdentity(asset),
  port ?? "",
  path === undefined ? "" : pathIdentity(path),
  parameter ?? "",
];

const cveOf = ({ cveId = "" }: Identified): string => cveId.toUpperCase();

/** Title as lower-case words, so that spelling and punctuation do not tell two apart. */
const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

/** URLs as origin and path; host names, with a port or without, in lower case and without the root's dot; all else as it is. */
function assetIdentity(asset: string): string {
  if (/^https?:\/\//i.test(asset) && URL.canParse(asset)) {
    const { protocol, hostname, port, pathname } = new URL(asset);
    const host = `${hostname.replace(/\.$/, "")}${port && `:${port}`}`;
    return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  }
  return /^[a-z\d._-]+(:\d+(\/tcp)?)?$/i.test(asset) ? asset.toLowerCase().replace(/\.(?=:|$)/, "") : asset;
}

/** A path with the names of its query, sorted; their values come from whoever asks. */
function pathIdentity(path: string): string {
  const [plain = "", query = ""] = (path.split("#", 1)[0] ?? "").split("?", 2);
  const names = [...new Set(new URLSearchParams(query).keys())].sort();
  return names.length === 0 ? plain : `${plain}?${names.join("&")}`;
}

/** Id of a finding: UUIDv5 of (org, dedup_key). */
export const findingId = (orgId: string, dedupKey: string): string => derivedId("finding", orgId, dedupKey);

/** The finding that a sighting amounts to, with every field of the specification that a scan determines. */
export function detectedFinding(sighting: Sighting): DetectedFinding {
  const { rule } = sighting;
  const templateId = `${sighting.scanner}.${sighting.ruleKey}`;
  const key = dedupKey(sighting);
  const cvssOfCve = sighting.cveId === undefined ? undefined : sighting.cvssScore;
  return {
    id: findingId(sighting.orgId, key),
    dedup_key: key,
    module: sighting.module,
    template_id: templateId,
    title: rule.title,
    description: rule.description,
    ...assess({ templateId, native: rule.severity, cvssOfCve, exposure: sighting.severity }),
    finding_class: rule.finding_class,
    category: rule.category,
    risk: rule.risk,
    remediation: rule.remediation,
    remediation_steps: rule.steps,
    ...(sighting.cveId === undefined ? {} : { cve_id: sighting.cveId }),
    ...(rule.cwe_id === null ? {} : { cwe_id: rule.cwe_id }),
    cvss_score: cvssOfCve ?? rule.cvss_score,
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
    weakness: weaknessOf(sighting),
  };
}

/** Bytes of a content digest: 12 characters of base64url. */
const DIGEST_BYTES = 9;

/**
 * Tells whether a scan says the same of a finding as an earlier one did: over everything that is shown of it, whatever
 * the order of its entries, and not over the names it goes by. Base64url, 12 characters.
 */
export function contentDigest({ id, dedup_key, module, scanners, weakness, ...shown }: DetectedFinding): string {
  return sha256Of(canonical(shown)).subarray(0, DIGEST_BYTES).toString("base64url");
}

/** The same value with the entries of every object in one order. An entry that is undefined is none, as in JSON. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  // Pairs, since an object puts keys that look like numbers first.
  return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, canonical(each)]) };
}

const sha256Of = (value: unknown): Buffer => createHash("sha256").update(JSON.stringify(value)).digest();

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
