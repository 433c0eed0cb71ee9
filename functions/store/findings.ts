import { createWriteTransaction, type EntityItem } from "electrodb";
import type { DetectedFinding, KnownFinding } from "../domain/finding.ts";
import { eventOfBucket, findingEvent } from "../domain/finding-event.ts";
import { systemActor } from "../domain/identity.ts";
import type { Verdict } from "../domain/reconcile.ts";
import type { SuppressionRule } from "../domain/suppression.ts";
import type { Module } from "../domain/vocabulary.ts";
import { BATCHES_AT_ONCE, batchGet, inOrder } from "./batch-get.ts";
import { Finding } from "./entities/finding.ts";
import { FindingEventRow } from "./entities/finding-event.ts";
import { ConditionFailed, isConditionFailure, persisting, transact } from "./transaction.ts";

export type FindingRecord = EntityItem<typeof Finding>;

/** One finding of an org, or null. */
export async function getFinding(orgId: string, id: string): Promise<FindingRecord | null> {
  const { data } = await Finding.get({ org_id: orgId, id }).go({ consistent: true });
  return data;
}

/** Findings of an org in the order of the ids. Consistent: a row that the index has already must not be missing from a page. */
export async function getFindings(orgId: string, ids: readonly string[]): Promise<FindingRecord[]> {
  const findings = await batchGet(
    ids.map((id) => ({ org_id: orgId, id })),
    (keys) => Finding.get([...keys]).go({ consistent: true, concurrent: BATCHES_AT_ONCE }),
  );
  return inOrder(ids, findings, ({ id }) => id);
}

/** What a reconcile must know of every finding of a module. */
export async function knownFindings(orgId: string, module: Module): Promise<Map<string, KnownFinding>> {
  const { data } = await Finding.query.primary({ org_id: orgId }).go({
    consistent: true,
    pages: "all",
    attributes: ["id", "module", "status", "misses", "scanners", "asset", "version", "reconciled"],
  });
  const ofModule = data.filter((finding) => finding.module === module);
  return new Map(ofModule.map((finding) => [finding.id, { ...finding, asset: finding.asset }]));
}

/**
 * Writes a finding that was not there before, and the first row of its history. `rule` is the one that suppresses it. False
 * when the finding is there by now.
 */
export async function createFinding(
  orgId: string,
  detected: DetectedFinding,
  scanId: string,
  now: Date,
  rule?: SuppressionRule,
): Promise<boolean> {
  const at = now.toISOString();
  const row = {
    ...storedFields(detected),
    id: detected.id,
    module: detected.module,
    dedup_key: detected.dedup_key,
    org_id: orgId,
    scanners: [...detected.scanners],
    status: rule?.status ?? ("new" as const),
    status_changed_at: at,
    version: 1,
    first_seen: at,
    last_seen: at,
    misses: 0,
    reconciled: { scan_id: scanId, bucket: rule ? ("unchanged" as const) : ("new" as const) },
  };
  const event = findingEvent({
    orgId,
    findingId: detected.id,
    version: row.version,
    event: "detected",
    oldStatus: null,
    newStatus: row.status,
    actor: systemActor.name,
    note: rule && `Suppressed by the rule ${rule.match}: ${rule.value}`,
    at: now,
  });
  return unlessOvertaken(() =>
    transact(() =>
      createWriteTransaction({ Finding, FindingEventRow }, (write) => [
        write.Finding.create(row).commit(),
        write.FindingEventRow.create(event).commit(),
      ]),
    ),
  );
}

/**
 * Writes what a scan means for a finding, and where that is another status, a row of its history; unless something has
 * been decided about it since `known` was read (the customer answered meanwhile): then false, and the verdict must be made anew.
 */
export async function applyVerdict(
  orgId: string,
  known: KnownFinding,
  verdict: Verdict,
  detected: DetectedFinding | undefined,
  scanId: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const seen = detected
    ? {
        ...storedFields(detected),
        scanners: [...new Set([...known.scanners, ...detected.scanners])].sort(),
        last_seen: at,
      }
    : {};
  const key = { org_id: orgId, id: known.id };
  const told = { ...seen, misses: verdict.misses, reconciled: { scan_id: scanId, bucket: verdict.bucket } };
  const kind = eventOfBucket(verdict.bucket);
  if (kind === null)
    return unlessOvertaken(() =>
      persisting(() =>
        Finding.patch(key)
          .set(told)
          .where(({ version }, { eq }) => eq(version, known.version))
          .go({ response: "none" }),
      ),
    );
  const version = known.version + 1;
  const event = findingEvent({
    orgId,
    findingId: known.id,
    version,
    event: kind,
    oldStatus: known.status,
    newStatus: verdict.status,
    actor: systemActor.name,
    at: now,
  });
  return unlessOvertaken(() =>
    transact(() =>
      createWriteTransaction({ Finding, FindingEventRow }, (write) => [
        write.Finding.patch(key)
          .set({ ...told, status: verdict.status, status_changed_at: at, version })
          .remove(["recheck_blocked_at"])
          .where((finding, { eq }) => eq(finding.version, known.version))
          .commit(),
        write.FindingEventRow.create(event).commit(),
      ]),
    ),
  );
}

/** Runs a write; false when another writer was faster, so that its condition did not hold. */
async function unlessOvertaken(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed) && !isConditionFailure(error)) throw error;
    return false;
  }
}

const MATCHED_AT_CHARS_MAX = 2048;

/** What a scan says of a finding and may say differently the next time: rules get better words, severities change. */
function storedFields({ id, dedup_key, module, scanners, ...fields }: DetectedFinding) {
  const { matched_at } = fields.evidence;
  return {
    ...fields,
    severity_reason: [...fields.severity_reason],
    remediation_steps: [...fields.remediation_steps],
    references: [...fields.references],
    ...(typeof matched_at === "string" ? { matched_at: matched_at.slice(0, MATCHED_AT_CHARS_MAX) } : {}),
  };
}
