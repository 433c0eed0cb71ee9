import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type Asset, mergeAssets } from "../domain/asset.ts";
import type { DetectedFinding } from "../domain/finding.ts";
import { BatchResult, OutputChunk } from "./entities/scan-work.ts";
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

/** An item may have 400 KB; what does not compress must fit as well. */
const CHUNK_BYTES_MAX = 350_000;
/** Outputs are needed until the scan is finalized; a month leaves time to look into a strange one. */
export const OUTPUT_LIFETIME_DAYS = 30;
const UNPROCESSED_ATTEMPTS = 5;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Stores what a batch found, in as few items as it fits in. Counts only once the batch's result is committed. */
export async function writeOutput(key: BatchKey, output: BatchOutput, now: Date): Promise<void> {
  const chunks = chunked(output);
  const ttl = expiresAfterDays(OUTPUT_LIFETIME_DAYS, now);
  const items = await Promise.all(
    chunks.map(async (chunk, index) => ({ ...key, chunk: index, data: await pack(JSON.stringify(chunk)), ttl })),
  );
  let rest: Parameters<typeof OutputChunk.put>[0] = items;
  for (let attempt = 0; Array.isArray(rest) && rest.length > 0; attempt += 1) {
    if (attempt === UNPROCESSED_ATTEMPTS) throw new Error("scan output stayed unprocessed");
    const { unprocessed } = await OutputChunk.put(rest).go();
    const left = new Set(unprocessed.map(({ chunk }) => chunk));
    rest = items.filter(({ chunk }) => left.has(chunk));
  }
}

/**
 * Assets and findings of all committed batches of a scan. Assets that several scanners saw are merged; findings are as
 * each of them reported it.
 */
export async function readOutput(scanId: string): Promise<BatchOutput & { readonly unreached: ReadonlySet<string> }> {
  const { data: results } = await BatchResult.query.primary({ scan_id: scanId }).go({ consistent: true, pages: "all" });
  const committedAttempts = new Set(results.map((result) => `${result.scanner_key}/${result.batch}/${result.attempt}`));
  const outputs: BatchOutput[] = [];
  const { data: chunks } = await OutputChunk.query.primary({ scan_id: scanId }).go({ consistent: true, pages: "all" });
  for (const chunk of chunks)
    if (committedAttempts.has(`${chunk.scanner_key}/${chunk.batch}/${chunk.attempt}`))
      outputs.push(JSON.parse((await unpack(chunk.data)).toString("utf8")));
  return {
    assets: mergeAssets(outputs.flatMap(({ assets }) => assets)),
    findings: outputs.flatMap(({ findings }) => findings),
    unreached: new Set(results.flatMap(({ unreached }) => unreached)),
  };
}

function chunked(output: BatchOutput): BatchOutput[] {
  const chunks: { assets: Asset[]; findings: DetectedFinding[] }[] = [];
  let room = 0;
  const chunkFor = (entry: Asset | DetectedFinding) => {
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    let chunk = chunks.at(-1);
    if (!chunk || bytes > room) {
      chunk = { assets: [], findings: [] };
      chunks.push(chunk);
      room = CHUNK_BYTES_MAX;
    }
    room -= bytes;
    return chunk;
  };
  for (const asset of output.assets) chunkFor(asset).assets.push(asset);
  for (const finding of output.findings) chunkFor(finding).findings.push(finding);
  return chunks;
}
