import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** An item may have 400 KB; what does not compress must fit as well. */
const CHUNK_BYTES_MAX = 350_000;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Rows as gzipped JSON, in as few pieces as fit into an item each: hundreds of rows for the price of one. */
export const pack = (rows: readonly unknown[]): Promise<Uint8Array[]> =>
  Promise.all(chunked(rows).map((chunk) => compress(JSON.stringify(chunk))));

/** The rows of one piece. */
export const unpack = async <T>(data: Uint8Array): Promise<T[]> =>
  JSON.parse((await decompress(data)).toString("utf8"));

/** Rows in runs of at most 350 KB of JSON. */
function chunked<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > room || chunks.length === 0) {
      chunks.push([]);
      room = CHUNK_BYTES_MAX;
    }
    chunks.at(-1)?.push(row);
    room -= bytes;
  }
  return chunks;
}
