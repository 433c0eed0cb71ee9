import { findingEvent } from "../../functions/domain/finding-event.ts";
import { derivedId } from "../../functions/domain/ids.ts";
import { scannerGroup } from "../../functions/domain/ledger.ts";
import { Finding } from "../../functions/store/entities/finding.ts";
import { FindingEventRow } from "../../functions/store/entities/finding-event.ts";
import { SuppressionHit } from "../../functions/store/entities/suppression.ts";
import type { FindingRecord } from "../../functions/store/findings.ts";
import { getRule } from "../../functions/store/suppressions.ts";

/** Findings that are there without a scan. */

/** Writes a finding of its own, as a scan of long ago may have left it, with the first row of its history. */
export async function putFinding(orgId: string, overrides: Partial<FindingRecord> = {}): Promise<FindingRecord> {
  const at = overrides.first_seen ?? "2026-01-01T00:00:00.000Z";
  const scanners = overrides.scanners ?? ["easm.http"];
  const row: FindingRecord = {
    id: crypto.randomUUID(),
    org_id: orgId,
    module: "easm",
    dedup_key: crypto.randomUUID().replaceAll("-", "").padEnd(64, "0"),
    template_id: "easm.http.weak",
    title: "Weakness",
    description: "Weakness, as a test made it up.",
    severity: "high",
    source_severity: "high",
    severity_reason: ["native: high (easm.http.weak)"],
    status: "new",
    status_changed_at: at,
    version: 1,
    finding_class: "issue",
    category: "http",
    risk: "None, it is made up.",
    remediation: "Change the test.",
    remediation_steps: ["Read.", "Think.", "Change.", "Run."],
    cvss_score: 5.3,
    references: [],
    evidence: { matched_at: "https://www.acme.test/" },
    matched_at: "https://www.acme.test/",
    asset_id: derivedId("asset", orgId, "www.acme.test"),
    asset: "www.acme.test",
    scope_id: derivedId("scope", orgId, "easm"),
    first_seen: at,
    last_seen: at,
    scanners,
    scanner_group: scannerGroup(scanners),
    follows: true,
    digest: "0".repeat(12),
    misses: 0,
    reconciled: { scan_id: "01000000-0000-7000-8000-000000000000", bucket: "new" },
    ...overrides,
  };
  const event = findingEvent({
    orgId,
    findingId: row.id,
    version: row.version,
    event: "detected",
    oldStatus: null,
    newStatus: row.status,
    actor: "system",
    at: new Date(at),
  });
  await Promise.all([Finding.put(row).go({ response: "none" }), FindingEventRow.put(event).go({ response: "none" })]);
  return row;
}

/** Findings that are written at the same time. */
const WRITTEN_AT_ONCE = 25;

/** Writes many findings by one of the functions of this file. */
export async function putMany(count: number, put: () => Promise<FindingRecord>): Promise<FindingRecord[]> {
  const rows: FindingRecord[] = [];
  while (rows.length < count)
    rows.push(...(await Promise.all(Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - rows.length) }, put))));
  return rows;
}

/** Writes a finding that an active rule has suppressed, and the hit that tells of it. */
export async function putSuppressed(
  orgId: string,
  suppressionId: string,
  overrides: Partial<FindingRecord> = {},
  returns_to: "new" | "reopened" = "new",
): Promise<FindingRecord> {
  const rule = await getRule(orgId, suppressionId);
  if (!rule) throw new Error("there is no such rule");
  const finding = await putFinding(orgId, { status: rule.status, suppressed_by: rule.id, ...overrides });
  const hit = { org_id: orgId, suppression_id: rule.id, finding_id: finding.id, life: rule.life, returns_to };
  await SuppressionHit.put(hit).go({ response: "none" });
  return finding;
}
