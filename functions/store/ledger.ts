import type { EntityItem } from "electrodb";
import type { KnownFinding, RecordedFinding } from "../domain/finding.ts";
import { type LedgerSegment, type ModuleClock, neverScanned } from "../domain/ledger.ts";
import type { Module } from "../domain/vocabulary.ts";
import { BATCHES_AT_ONCE, batchGet } from "./batch-get.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { LedgerHead, TouchedFinding } from "./entities/ledger.ts";
import { SnapshotChunk } from "./entities/snapshot.ts";
import { knownFromRows, recordedFindings } from "./findings.ts";
import { newId } from "./ids.ts";
import { packFindings, unpackFindings } from "./ledger-codec.ts";
import { expiresAfterDays } from "./table.ts";
import { isConditionFailure } from "./transaction.ts";

/**
 * What is known of all findings of a module, packed: a rescan reads it in place of the rows, and writes what it has
 * changed as another segment. The segments count that the head names; the head is swapped in the transaction that ends the
 * scan. What others than scans change is noted as touched, and read from its row.
 */
export interface Ledger {
  readonly findings: ReadonlyMap<string, KnownFinding>;
  /** Null when there is none yet, or when it could not be read: then `findings` come from the rows. */
  readonly segments: readonly LedgerSegment[] | null;
  readonly clock: ModuleClock;
  /** Version of the head; null when there is none. */
  readonly version: string | null;
}

/** The head that takes the place of another, and the version of that; null when there is none. */
export interface LedgerSwap {
  readonly head: EntityItem<typeof LedgerHead>;
  readonly before: string | null;
}

export type TouchedRecord = EntityItem<typeof TouchedFinding>;

/** A ledger is written anew once its later segments have this many, or their findings this share of the first one's. */
const SEGMENTS_MAX = 8;
const CHANGED_SHARE_MAX = 0.25;
const CHANGED_ALWAYS_FINE = 1_000;
/** Whoever has read the head before a swap finds its chunks for this long. */
const SUPERSEDED_DAYS = 1;
const DELETES_AT_ONCE = 16;

/** What is known of a module's findings, by id, without what was touched since. */
export async function readLedger(orgId: string, module: Module): Promise<Ledger> {
  const { data: head } = await LedgerHead.get({ org_id: orgId, module }).go({ consistent: true });
  const findings = head && !head.is_stale ? await readSegments(orgId, module, head.segments) : null;
  const known = { clock: head?.clock ?? neverScanned, version: head?.version ?? null };
  if (head && findings) return { ...known, findings, segments: head.segments };
  return { ...known, findings: byId(await knownFromRows(orgId, module)), segments: null };
}

/** The clock of a module, by its key. */
export type ClockOf = (module: Module) => ModuleClock;

/** Assets that findings of a module are on; none before its first scan has ended. */
export async function assetsOfFindings(orgId: string, module: Module): Promise<ReadonlySet<string>> {
  const { data: head } = await LedgerHead.get({ org_id: orgId, module }).go({ consistent: true });
  const { findings } = head ? await readLedger(orgId, module) : { findings: new Map<string, KnownFinding>() };
  return new Set([...findings.values()].map(({ asset }) => asset));
}

/** When the findings of each module were looked for last: what `lastSeen` and `notVerified` need. */
export async function findingClocks(orgId: string): Promise<ClockOf> {
  const { data } = await LedgerHead.query.primary({ org_id: orgId }).go({ consistent: true, pages: "all" });
  const clocks = new Map(data.map(({ module, clock }) => [module, clock]));
  return (module) => clocks.get(module) ?? neverScanned;
}

/** Findings whose rows are newer than the ledger. */
export async function readTouched(orgId: string, module: Module): Promise<TouchedRecord[]> {
  const { data } = await TouchedFinding.query.primary({ org_id: orgId, module }).go({ consistent: true, pages: "all" });
  return data;
}

/** What is known of a module's findings, those that were touched as their rows have them. */
export async function readKnown(
  orgId: string,
  module: Module,
): Promise<{
  readonly ledger: Ledger;
  readonly touched: readonly TouchedRecord[];
  readonly known: ReadonlyMap<string, KnownFinding | RecordedFinding>;
}> {
  // Marks first: one that comes after this moment is not taken away, and one that has come is in the rows.
  const touched = await readTouched(orgId, module);
  const [ledger, rows] = await Promise.all([
    readLedger(orgId, module),
    recordedFindings(
      orgId,
      touched.map(({ finding_id }) => finding_id),
    ),
  ]);
  const known = new Map<string, KnownFinding | RecordedFinding>(ledger.findings);
  for (const row of rows) known.set(row.id, row);
  return { ledger, touched, known };
}

/**
 * Writes what a scan has changed, and gives the head that makes it count. `known` is everything from now on, `changed` what
 * of it differs from the ledger. Each attempt writes chunks of its own, so that none can spoil another's.
 */
export async function writeSegment(
  orgId: string,
  module: Module,
  ledger: Ledger,
  { known, changed }: { readonly known: ReadonlyMap<string, KnownFinding>; readonly changed: readonly KnownFinding[] },
  clock: ModuleClock,
): Promise<LedgerSwap> {
  const earlier = ledger.segments ?? [];
  const isAnew = ledger.segments === null || isOutgrown(earlier, changed.length);
  const findings = isAnew ? [...known.values()] : changed;
  const segment = findings.length === 0 ? [] : [await putSegment(orgId, module, findings)];
  const segments = [...(isAnew ? [] : earlier), ...segment];
  return { head: { org_id: orgId, module, version: newId(), segments, clock }, before: ledger.version };
}

/** Lets the chunks go that a swap has taken out of the ledger. */
export async function expireSegments(orgId: string, module: Module, ledger: Ledger, swap: LedgerSwap, now: Date) {
  const kept = new Set(swap.head.segments.map(({ id }) => id));
  const ttl = expiresAfterDays(SUPERSEDED_DAYS, now);
  const gone = (ledger.segments ?? []).filter(({ id }) => !kept.has(id));
  await Promise.all(
    gone.flatMap(({ id, chunks }) =>
      Array.from({ length: chunks }, (_, chunk) =>
        SnapshotChunk.patch({ ...segmentKey(orgId, module, id), chunk })
          .set({ ttl })
          .go({ response: "none" })
          .catch(ignoreConditionFailure),
      ),
    ),
  );
}

/** Takes marks away that the ledger has caught up with; one that was renewed meanwhile stays. */
export async function clearTouched(touched: readonly TouchedRecord[]): Promise<void> {
  const queue = [...touched];
  const worker = async () => {
    for (let mark = queue.shift(); mark; mark = queue.shift()) {
      const { org_id, module, finding_id, version: seen } = mark;
      await TouchedFinding.delete({ org_id, module, finding_id })
        .where(({ version }, { eq }) => eq(version, seen))
        .go({ response: "none" })
        .catch(ignoreConditionFailure);
    }
  };
  await Promise.all(Array.from({ length: Math.min(DELETES_AT_ONCE, queue.length) }, worker));
}

/**
 * Writes a module's ledger anew from the rows of its findings: the repair for one that does not agree with them. What a
 * scan that is being finalized has written already is marked as touched, so that it judges no finding twice. Gives the
 * number of findings; throws `LedgerReplaced` when a scan was faster.
 */
export async function rebuildLedger(orgId: string, module: Module, now: Date): Promise<number> {
  const { data: head } = await LedgerHead.get({ org_id: orgId, module }).go({ consistent: true });
  const touched = await readTouched(orgId, module);
  const rows = await knownFromRows(orgId, module);
  const ledger: Ledger = {
    findings: new Map(),
    segments: null,
    clock: head?.clock ?? neverScanned,
    version: head?.version ?? null,
  };
  const unfinished = rows.filter(({ reconciled }) => reconciled.scan_id > ledger.clock.scan_id);
  for (const { id, version } of unfinished)
    await TouchedFinding.put({ org_id: orgId, module, finding_id: id, version }).go({ response: "none" });
  const swap = await writeSegment(orgId, module, ledger, { known: byId(rows), changed: [] }, ledger.clock);
  try {
    await LedgerHead.put(swap.head)
      .where(({ version }, { eq, notExists }) => (swap.before ? eq(version, swap.before) : notExists(version)))
      .go({ response: "none" });
  } catch (error) {
    if (isConditionFailure(error)) throw new LedgerReplaced();
    throw error;
  }
  await expireSegments(orgId, module, { ...ledger, segments: head?.segments ?? [] }, swap, now);
  const current = new Map(rows.map(({ id, version }) => [id, version]));
  const isUnfinished = new Set(unfinished.map(({ id }) => id));
  await clearTouched(
    touched.filter(
      ({ finding_id, version }) => !isUnfinished.has(finding_id) && (current.get(finding_id) ?? 0) >= version,
    ),
  );
  return rows.length;
}

/** A scan has replaced a ledger while it was being rebuilt. */
export class LedgerReplaced extends Error {
  override readonly name = "LedgerReplaced";
  constructor() {
    super("A scan has replaced the ledger meanwhile; run the repair again");
  }
}

/**
 * The head that makes the next scan read the rows in place of the ledger: for a scan that is given up while its findings
 * are written. Null when there is no ledger yet.
 */
export async function distrust(orgId: string, module: Module): Promise<LedgerSwap | null> {
  const { data: head } = await LedgerHead.get({ org_id: orgId, module }).go({ consistent: true });
  return head && { head: { ...head, version: newId(), is_stale: true }, before: head.version };
}

const isOutgrown = (segments: readonly LedgerSegment[], changed: number): boolean => {
  const [base, ...later] = segments;
  const findings = later.reduce((sum, one) => sum + one.findings, changed);
  return (
    later.length >= SEGMENTS_MAX || findings > Math.max(CHANGED_ALWAYS_FINE, (base?.findings ?? 0) * CHANGED_SHARE_MAX)
  );
};

async function putSegment(orgId: string, module: Module, findings: readonly KnownFinding[]): Promise<LedgerSegment> {
  const id = newId();
  const pieces = await packFindings(findings);
  await Promise.all(
    pieces.map((data, chunk) =>
      SnapshotChunk.put({ ...segmentKey(orgId, module, id), chunk, data }).go({ response: "none" }),
    ),
  );
  return { id, chunks: pieces.length, findings: findings.length };
}

/** The findings of all segments, in one request for each 100 chunks; null when a chunk is missing. */
async function readSegments(
  orgId: string,
  module: Module,
  segments: readonly LedgerSegment[],
): Promise<ReadonlyMap<string, KnownFinding> | null> {
  const keys = segments.flatMap(({ id, chunks }) =>
    Array.from({ length: chunks }, (_, chunk) => ({ ...segmentKey(orgId, module, id), chunk })),
  );
  const found = await batchGet(keys, (some) =>
    SnapshotChunk.get([...some]).go({ consistent: true, concurrent: BATCHES_AT_ONCE }),
  );
  if (found.length < keys.length) return null;
  const place = new Map(segments.map(({ id }, index) => [id, index]));
  const inOrder = found.sort((one, other) => (place.get(one.version) ?? 0) - (place.get(other.version) ?? 0));
  return byId((await Promise.all(inOrder.map(({ data }) => unpackFindings(data)))).flat());
}

const byId = (findings: readonly KnownFinding[]): Map<string, KnownFinding> =>
  new Map(findings.map((finding) => [finding.id, finding]));

const segmentKey = (orgId: string, module: Module, id: string) => ({
  org_id: orgId,
  name: `findings-${module}`,
  version: id,
});
