import type { EntityItem } from "electrodb";
import type { RecordedFinding } from "../domain/finding.ts";
import type { Module } from "../domain/vocabulary.ts";
import { BATCHES_AT_ONCE, batchGet, inOrder } from "./batch-get.ts";
import { Finding } from "./entities/finding.ts";

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

/** What a reconcile must know of findings, from their rows; ids without a row are left out. */
export const recordedFindings = async (orgId: string, ids: readonly string[]): Promise<RecordedFinding[]> =>
  (await getFindings(orgId, ids)).map(recorded);

/** What a reconcile must know of every finding of a module, from the rows: reads all findings of the org. */
export async function knownFromRows(orgId: string, module: Module): Promise<RecordedFinding[]> {
  const { data } = await Finding.query
    .primary({ org_id: orgId })
    .go({ consistent: true, pages: "all", attributes: [...KNOWN, "module"] });
  return data.filter((finding) => finding.module === module).map(recorded);
}

const KNOWN = [
  "id",
  "version",
  "status",
  "misses",
  "scanners",
  "asset",
  "digest",
  "follows",
  "not_verified",
  "duplicate_of",
  "reconciled",
  "status_changed_at",
] as const satisfies readonly (keyof FindingRecord)[];

const recorded = (row: Pick<FindingRecord, (typeof KNOWN)[number]>): RecordedFinding => ({
  id: row.id,
  version: row.version,
  status: row.status,
  misses: row.misses,
  scanners: row.scanners,
  asset: row.asset ?? "",
  digest: row.digest,
  follows: row.follows,
  unverified: row.not_verified ?? null,
  duplicateOf: row.duplicate_of ?? null,
  reconciled: row.reconciled,
  statusChangedAt: row.status_changed_at,
});
