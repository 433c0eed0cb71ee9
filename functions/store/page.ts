/** One query's worth of rows and where to go on. */
interface Rows<T> {
  readonly data: readonly T[];
  readonly cursor: string | null;
}

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

const ROWS_PER_QUERY_MAX = 1000;

/**
 * Reads rows in order until `offset + limit` of them have passed the filter, and returns the last `limit`. Reads no more
 * than that needs when every row passes.
 */
export async function page<T>(
  window: Window,
  query: (cursor: string | null, count: number) => Promise<Rows<T>>,
  accept: (row: T) => boolean = () => true,
): Promise<T[]> {
  const wanted = window.offset + window.limit;
  const rows: T[] = [];
  let passed = 0;
  let cursor: string | null = null;
  do {
    const answer: Rows<T> = await query(cursor, Math.min(wanted - passed, ROWS_PER_QUERY_MAX));
    for (const row of answer.data) {
      if (passed >= wanted || !accept(row)) continue;
      passed += 1;
      if (passed > window.offset) rows.push(row);
    }
    cursor = answer.cursor;
  } while (cursor !== null && passed < wanted);
  return rows;
}
