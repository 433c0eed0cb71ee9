import { createWriteTransaction } from "electrodb";
import type { ScannerType } from "../domain/vocabulary.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { Scan } from "./entities/scan.ts";
import { BatchResult, Run } from "./entities/scan-work.ts";
import { type BatchKey, OUTPUT_LIFETIME_DAYS } from "./scan-output.ts";
import { expiresAfterDays } from "./table.ts";
import { ConditionFailed, transact } from "./transaction.ts";

export type RunRecord = Awaited<ReturnType<typeof listRuns>>[number];

/** Runs of a scan, by scanner key. */
export async function listRuns(scanId: string) {
  const { data } = await Run.query.primary({ scan_id: scanId }).go({ consistent: true, pages: "all" });
  return data;
}

/** Creates the runs of a scan; those that exist stay as they are. */
export async function createRuns(
  scanId: string,
  scanners: readonly { readonly key: string; readonly type: ScannerType }[],
): Promise<void> {
  const existing = new Set((await listRuns(scanId)).map((run) => run.scanner_key));
  const missing = scanners.filter(({ key }) => !existing.has(key));
  await Promise.all(
    missing.map(({ key, type }) =>
      Run.create({
        scan_id: scanId,
        scanner_key: key,
        scanner_type: type,
        batches_done: 0,
        batches_failed: 0,
        raw_count: 0,
        asset_count: 0,
        finding_count: 0,
        target_count: 0,
        unreached_count: 0,
      })
        .go({ response: "none" })
        .catch(ignoreConditionFailure),
    ),
  );
}

/** Fixes how many batches a run has; zero ends it as skipped. The first caller decides. */
export async function beginRun(scanId: string, scannerKey: string, batches: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await Run.patch({ scan_id: scanId, scanner_key: scannerKey })
    .set({ batches_total: batches, started_at: at, ...(batches === 0 ? { finished_at: at } : {}) })
    .where(({ batches_total }, { notExists }) => notExists(batches_total))
    .go({ response: "none" })
    .catch(ignoreConditionFailure);
}

/** Has this batch been committed? */
export async function hasResult(scanId: string, scannerKey: string, batch: number): Promise<boolean> {
  const { data } = await BatchResult.get({ scan_id: scanId, scanner_key: scannerKey, batch }).go({ consistent: true });
  return data !== null;
}

/** A target that did not answer, and why. */
export interface Unreached {
  readonly target: string;
  readonly reason: string;
}

export interface BatchEnd {
  readonly orgId: string;
  /** Null when the batch went well. */
  readonly error: string | null;
  readonly targetCount: number;
  readonly unreached: readonly Unreached[];
  /** Values of assets within reached targets that did not answer. */
  readonly missed: readonly string[];
  readonly rawCount: number;
  readonly assetCount: number;
  readonly findingCount: number;
}

const ERROR_CHARS_MAX = 1000;

/**
 * Commits a batch: its result row, and its counts added to the run and to the scan, in one transaction. The second
 * delivery of a batch finds the row and changes nothing.
 */
export async function commitBatch(key: BatchKey, end: BatchEnd, now: Date): Promise<void> {
  const { scan_id, scanner_key } = key;
  const error = end.error ?? unreachedReason(end.unreached);
  try {
    await transact(() =>
      createWriteTransaction({ BatchResult, Run, Scan }, (write) => [
        write.BatchResult.create({
          ...key,
          failed: end.error !== null,
          unreached: [...end.unreached.map(({ target }) => target), ...end.missed],
          ttl: expiresAfterDays(OUTPUT_LIFETIME_DAYS, now),
        }).commit(),
        write.Run.patch({ scan_id, scanner_key })
          .add({
            batches_done: 1,
            batches_failed: end.error === null ? 0 : 1,
            raw_count: end.rawCount,
            asset_count: end.assetCount,
            finding_count: end.findingCount,
            target_count: end.targetCount,
            unreached_count: end.unreached.length,
          })
          .set({
            finished_at: now.toISOString(),
            ...(error === null ? {} : { error: error.slice(0, ERROR_CHARS_MAX) }),
          })
          .commit(),
        write.Scan.patch({ org_id: end.orgId, id: scan_id })
          .add({ assets: end.assetCount, findings: end.findingCount })
          .commit(),
      ]),
    );
  } catch (error) {
    if (error instanceof ConditionFailed && (await hasResult(scan_id, scanner_key, key.batch))) return;
    throw error;
  }
}

/** What the run tells of targets that did not answer. They are no failure of the scanner, unless none answered. */
function unreachedReason([first, ...others]: readonly Unreached[]): string | null {
  if (!first) return null;
  const rest = others.length === 0 ? "" : `, and ${others.length} more`;
  return `not reached: ${first.target} (${first.reason})${rest}`;
}
