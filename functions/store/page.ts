/** One query's worth of rows and where to go on. */
export interface Rows<T> {
  readonly data: readonly T[];
  readonly cursor: string | null;
}

export interface Window {
  readonly limit: number;
  readonly offset: number;
  /** Sort key of the row after which the window begins; what it is made of is the list's own affair. */
  readonly after?: string | undefined;
}

/** Rows that one query may read: about what DynamoDB gives in one answer of 1 MB. */
export const ROWS_PER_QUERY_MAX = 1000;
/** Rows that the first query reads through a filter; each one more reads twice as many. */
const FILTERED_ROWS_FIRST = 100;

/**
 * Reads rows in order until `offset + limit` of them have passed the filter, and returns the last `limit`. `query` is
 * told how many rows to read (DynamoDB's `Limit`, ElectroDB's `limit`). Without a filter that is just what is wanted, so
 * that a page costs the same however many rows follow. With one it is as many, as most filters let most rows pass, and then
 * twice as many each time: nobody knows how rare a match is, and asking for what is missing would take a round trip a row.
 */
export async function page<T>(
  window: Window,
  query: (cursor: string | null, limit: number) => Promise<Rows<T>>,
  accept?: (row: T) => boolean,
): Promise<T[]> {
  const wanted = window.offset + window.limit;
  const rows: T[] = [];
  let passed = 0;
  let cursor: string | null = null;
  let least = accept ? FILTERED_ROWS_FIRST : 0;
  do {
    const missing = wanted - passed;
    const answer: Rows<T> = await query(cursor, Math.min(Math.max(missing, least), ROWS_PER_QUERY_MAX));
    for (const row of answer.data) {
      if (passed >= wanted) break;
      if (accept && !accept(row)) continue;
      passed += 1;
      if (passed > window.offset) rows.push(row);
    }
    cursor = answer.cursor;
    least *= 2;
  } while (cursor !== null && passed < wanted);
  return rows;
}
