import type { Reply } from "./endpoint.ts";

/** For rows that callers see as they are. */
export const asIs = <T>(row: T): T => row;

/** A Lambda may answer 6 MB, in which the quotes of this JSON are escaped once more. */
const PAGE_BYTES_MAX = 4_000_000;

/**
 * A page of a list: the rows as callers see them, and the cursor at which the next one begins where the page is full: it
 * has `limit` rows, or so many that one more would make the answer too large to be sent.
 */
export function listed<T>(
  rows: readonly T[],
  limit: number,
  view: (row: T) => unknown,
  cursorOf: (row: T) => string,
): Reply {
  const { shown, cut } = within(PAGE_BYTES_MAX, rows.map(view));
  const last = cut || rows.length >= limit ? rows[shown.length - 1] : undefined;
  return { status: 200, body: shown, next: last === undefined ? undefined : cursorOf(last) };
}

/** The first of some items that fit into so many bytes of JSON, and whether any did not. The first one always fits. */
function within(bytesMax: number, items: readonly unknown[]): { readonly shown: unknown[]; readonly cut: boolean } {
  const shown: unknown[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > bytesMax && shown.length > 0) return { shown, cut: true };
    shown.push(item);
  }
  return { shown, cut: false };
}
