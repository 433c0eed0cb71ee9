import { type Asset, mergeAssets } from "../domain/asset.ts";
import type { DetectedFinding } from "../domain/finding.ts";
import { BatchResult, OutputChunk } from "./entities/scan-work.ts";
import { pack, unpack } from "./packing.ts";
import { expiresAfterDays } from "./table.ts";

/** What one batch found. */
export interface BatchOutput {
  readonly assets: readonly Asset[];
  readonly findings: readonly DetectedFinding[];
}

/** Which scanner, which slice of its targets, and which try at it. */
export interface BatchKey {
  readonly scan_id: string;
  readonly scanner_key: string;
  readonly batch: number;
  readonly attempt: string;
}

/** Outputs are needed until the scan is finalized; a month leaves time to look into a strange one. */
export const OUTPUT_LIFETIME_DAYS = 30;
const UNPROCESSED_ATTEMPTS = 5;

/** Stores what a batch found, in as few items as it fits in. Counts only once the batch's result is committed. */
export async function writeOutput(key: BatchKey, output: BatchOutput, now: Date): Promise<void> {
  const ttl = expiresAfterDays(OUTPUT_LIFETIME_DAYS, now);
  const pieces = [
    ...(await pack(output.assets)).map((data) => ({ kind: "assets" as const, data })),
    ...(await pack(output.findings)).map((data) => ({ kind: "findings" as const, data })),
  ];
  const items = pieces.map((piece, chunk) => ({ ...key, ...piece, chunk, ttl }));
  let rest = items;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    if (attempt === UNPROCESSED_ATTEMPTS) throw new Error("scan output stayed unprocessed");
    const { unprocessed } = await OutputChunk.put(rest).go();
    const left = new Set(unprocessed.map(({ chunk }) => chunk));
    rest = items.filter(({ chunk }) => left.has(chunk));
  }
}

/** What the committed batches of a scan say besides what they found. */
export type BatchResults = Awaited<ReturnType<typeof readResults>>;

/** The results of all batches that a scan has committed so far. */
export async function readResults(scanId: string) {
  const { data } = await BatchResult.query.primary({ scan_id: scanId }).go({ consistent: true, pages: "all" });
  return data;
}

/** Assets that these batches found, each once, sorted: every reader slices them alike. */
export const readAssets = async (scanId: string, results: BatchResults): Promise<readonly Asset[]> =>
  mergeAssets(await Array.fromAsync(rowsOf<Asset>(scanId, "assets", results)));

/**
 * Findings that these batches detected, as each of them reported it, in an order that is always the same. One chunk is in
 * memory at a time.
 */
export const readFindings = (scanId: string, results: BatchResults): AsyncIterable<DetectedFinding> =>
  rowsOf(scanId, "findings", results);

/** Values of the targets, and of assets within them, that did not answer. */
export const unreachedIn = (results: BatchResults): ReadonlySet<string> =>
  new Set(results.flatMap(({ unreached }) => unreached));

async function* rowsOf<T>(scanId: string, kind: "assets" | "findings", results: BatchResults): AsyncGenerator<T> {
  const attemptOf = (row: Omit<BatchKey, "scan_id">) => `${row.scanner_key}/${row.batch}/${row.attempt}`;
  const committedAttempts = new Set(results.map(attemptOf));
  const { data: chunks } = await OutputChunk.query
    .primary({ scan_id: scanId, kind })
    .go({ consistent: true, pages: "all" });
  for (const chunk of chunks) if (committedAttempts.has(attemptOf(chunk))) yield* await unpack<T>(chunk.data);
}
