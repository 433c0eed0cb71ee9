import { unavailable } from "../domain/errors.ts";
import { ATTEMPTS, pause } from "./backoff.ts";

/** Requests side by side: DynamoDB takes 100 keys in one, and the longest page has 500 rows. */
export const BATCHES_AT_ONCE = 5;

/** What ElectroDB returns for a batch read: rows in any order, and the keys that DynamoDB did not get to. */
interface BatchAnswer<K, T> {
  readonly data: readonly T[];
  readonly unprocessed: readonly K[];
}

/**
 * Reads items by their keys, in any order; keys without an item are left out. Keys that DynamoDB leaves unprocessed (it
 * is throttled, or the answer would exceed 16 MB) are asked for again after a short pause: a row that was not read must
 * not look like one that is not there. Throws 503 when some stay unprocessed. No keys, no request.
 */
export async function batchGet<K, T>(
  keys: readonly K[],
  read: (keys: readonly K[]) => Promise<BatchAnswer<K, T>>,
  wait: (attempt: number) => Promise<void> = pause,
): Promise<T[]> {
  const found: T[] = [];
  let missing = keys;
  for (let attempt = 0; missing.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw unavailable("The store is overloaded; repeat the request");
    if (attempt > 0) await wait(attempt - 1);
    const answer = await read(missing);
    found.push(...answer.data);
    missing = answer.unprocessed;
  }
  return found;
}

/** Rows in the order of their names; names without a row are left out. */
export function inOrder<T>(names: readonly string[], rows: readonly T[], nameOf: (row: T) => string): T[] {
  const rowOf = new Map(rows.map((row) => [nameOf(row), row]));
  return names.map((name) => rowOf.get(name)).filter((row) => row !== undefined);
}
