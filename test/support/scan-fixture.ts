import { createWriteTransaction } from "electrodb";
import { type Asset, assetId } from "../../functions/domain/asset.ts";
import { type DetectedFinding, detectedFinding } from "../../functions/domain/finding.ts";
import type { OrgIdentity } from "../../functions/domain/identity.ts";
import { derivedId } from "../../functions/domain/ids.ts";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import type { Rule } from "../../functions/domain/rule.ts";
import type { ScanOptions } from "../../functions/domain/scan-params.ts";
import type { Module, Severity } from "../../functions/domain/vocabulary.ts";
import type { ScanRef } from "../../functions/scan/tasks.ts";
import { ActiveScan, ModuleLock, Scan, ScanScope } from "../../functions/store/entities/scan.ts";
import { BatchResult, Run } from "../../functions/store/entities/scan-work.ts";
import { newId } from "../../functions/store/ids.ts";
import { OUTPUT_LIFETIME_DAYS, writeOutput } from "../../functions/store/scan-output.ts";
import { expiresAfterDays } from "../../functions/store/table.ts";
import { transact } from "../../functions/store/transaction.ts";

/** Scans that have done all of their work but finalize, written straight into the table. */

/** Domain that all made-up hosts are below. */
export const SEED = "acme.test";

export type RunOutcome = "ok" | "failed" | "skipped";

/** A weakness that a scan sees on a host. */
export interface Detection {
  /** Scanner and rule, `easm.http.weak`. */
  readonly rule: string;
  readonly host: string;
  /** Scanners that report the same finding beside the rule's own. */
  readonly also?: readonly string[];
  readonly severity?: Severity;
  readonly title?: string;
  readonly category?: string;
  readonly cve?: string;
  readonly evidence?: Readonly<Record<string, string>>;
  readonly text?: Partial<Rule>;
}

export interface ScanSetup {
  /** Default "easm". */
  readonly module?: Module;
  /** Named scanners make it no full run. Default: all. */
  readonly scanners?: readonly string[];
  readonly options?: ScanOptions;
  /** How each scanner ended. Default: each of `ALL_SCANNERS` ok. */
  readonly runs?: Readonly<Record<string, RunOutcome>>;
  /** Hosts that discovery saw, or that were known before. */
  readonly hosts: readonly string[];
  /** Those among them that did not answer. */
  readonly unreached?: readonly string[];
  readonly detected: readonly Detection[];
  /** A stop was asked for while it ran. */
  readonly stopAsked?: boolean;
}

/** Who looks for hosts, ports and web apps: without them nothing counts as gone. */
export const ALL_SCANNERS = ["easm.dns", "easm.ports", "easm.http"] as const;

/** An org that exists by its name alone, for tests that do not go through the API. */
export function nominalOrg(id: string = newId()): OrgIdentity {
  return {
    id,
    customer_id: `customer-${id}`,
    customer_name: "Test org",
    slug: `org-${id}`,
    modules_enabled: ["easm"],
    is_active: true,
    scan_interval_days: 30,
    api_key_prefix: "",
    created_at: new Date().toISOString(),
  };
}

/**
 * A running scan whose stages are done, ready for finalize: the scan, its lock, runs and results in one transaction, what
 * it found in another request. Rejects when the module has a scan in flight.
 */
export async function readyScan(org: OrgIdentity, setup: ScanSetup): Promise<ScanRef> {
  const { module = "easm", hosts, unreached = [], runs = okRuns } = setup;
  const now = new Date();
  const scan_id = newId();
  const created_at = now.toISOString();
  const reporter = Object.keys(runs)[0] ?? "";
  const attempt = "1";
  const assets = hosts.map((value): Asset => ({ kind: "host", value, attributes: { sources: ["made-up"] } }));
  const findings = setup.detected.map((detection) => findingOf(org.id, detection, module));
  const scan = {
    id: scan_id,
    org_id: org.id,
    customer_id: org.customer_id,
    org_slug: org.slug,
    scope_id: scopeId(org.id, module),
    module,
    status: "running" as const,
    requested_scanners: [...(setup.scanners ?? [])],
    options: setup.options ?? {},
    execution: "execution-1",
    cancel_requested: setup.stopAsked ?? false,
    stages_total: stagesOf[module].length,
    stages_done: stagesOf[module].length,
    assets: assets.length,
    findings: findings.length,
    created_at,
    started_at: created_at,
  };
  await writeOutput({ scan_id, scanner_key: reporter, batch: 0, attempt }, { assets, findings }, now);
  await transact(() =>
    createWriteTransaction({ ActiveScan, BatchResult, ModuleLock, Run, Scan, ScanScope }, (write) => [
      write.ModuleLock.upsert({ org_id: org.id, module })
        .set({ active_scan_id: scan_id })
        .where(({ active_scan_id }, { notExists }) => notExists(active_scan_id))
        .commit(),
      write.Scan.create(scan).commit(),
      write.ActiveScan.create({ scan_id, org_id: org.id, created_at }).commit(),
      write.ScanScope.create({
        scan_id,
        seeds: [{ id: derivedId("seed", org.id), value: SEED, kind: "domain" }],
        known_hosts: [],
      }).commit(),
      ...Object.entries(runs).map(([key, outcome]) =>
        write.Run.create(runOf(scan_id, key, outcome, created_at)).commit(),
      ),
      ...Object.entries(runs)
        .filter(([, outcome]) => outcome !== "skipped")
        .map(([scanner_key, outcome]) =>
          write.BatchResult.create({
            scan_id,
            scanner_key,
            batch: 0,
            attempt,
            failed: outcome === "failed",
            unreached: scanner_key === reporter ? [...unreached] : [],
            ttl: expiresAfterDays(OUTPUT_LIFETIME_DAYS, now),
          }).commit(),
        ),
    ]),
  );
  return { org_id: org.id, scan_id };
}

/** The finding that a detection amounts to. */
export function findingOf(orgId: string, detection: Detection, module: Module = "easm"): DetectedFinding {
  const { rule, host, also = [], severity, cve } = detection;
  const scanner = rule.slice(0, rule.lastIndexOf("."));
  const finding = detectedFinding({
    orgId,
    scopeId: scopeId(orgId, module),
    module,
    scanner,
    ruleKey: rule.slice(scanner.length + 1),
    rule: ruleOf(detection),
    assetId: assetId(orgId, { kind: "host", value: host }),
    asset: host,
    matchedAt: `https://${host}/`,
    ...(cve === undefined ? {} : { cveId: cve }),
    ...(severity === undefined ? {} : { severity: { value: severity, reason: "the test says so" } }),
    evidence: detection.evidence ?? { excerpt: "made up" },
  });
  return also.length === 0 ? finding : { ...finding, scanners: [...new Set([...finding.scanners, ...also])].sort() };
}

/** Id of the finding of a rule on a host. */
export const idOf = (orgId: string, detection: Detection): string => findingOf(orgId, detection).id;

const okRuns: Readonly<Record<string, RunOutcome>> = Object.fromEntries(ALL_SCANNERS.map((key) => [key, "ok"]));

const scopeId = (orgId: string, module: Module): string => derivedId("scope", orgId, module);

const ruleOf = ({ rule, title, category, text }: Detection): Rule => ({
  title: title ?? `Weakness ${rule}`,
  description: "A weakness that a test made up.",
  category: category ?? "http",
  severity: "medium",
  finding_class: "issue",
  cwe_id: "CWE-16",
  cvss_score: 5.3,
  risk: "None, it is made up.",
  remediation: "Change the test.",
  steps: ["Read.", "Think.", "Change.", "Run."],
  references: ["https://cwe.mitre.org/data/definitions/16.html"],
  ...text,
});

/** Targets of each run: more than can be unreached, so that no run is blind. */
const TARGETS = 1000;

const runOf = (scan_id: string, scanner_key: string, outcome: RunOutcome, at: string) => ({
  scan_id,
  scanner_key,
  scanner_type: "native" as const,
  batches_total: outcome === "skipped" ? 0 : 1,
  batches_done: outcome === "skipped" ? 0 : 1,
  batches_failed: outcome === "failed" ? 1 : 0,
  raw_count: 0,
  asset_count: 0,
  finding_count: 0,
  target_count: outcome === "skipped" ? 0 : TARGETS,
  unreached_count: 0,
  ...(outcome === "failed" ? { error: "made to fail" } : {}),
  started_at: at,
  finished_at: at,
});
