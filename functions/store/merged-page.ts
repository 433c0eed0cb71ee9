import { ROWS_PER_QUERY_MAX, type Rows, type Window } from "./page.ts";

/** A list of rows that are in order already: at most `limit` of them from `cursor` on. */
export type Range<T> = (cursor: string | null, limit: number) => Promise<Rows<T>>;

/** Rows that the first query of a range reads at least: about what DynamoDB counts as one read. */
const ROWS_FIRST = 8;
/** Each query of a range reads so many times as many rows as the one before. */
const GROWTH = 4;

/**
 * A page of several lists in one order; `comesFirst` tells which of two rows does. What it reads depends on the window and
 * the number of lists, and not on how long they are: of each its share of the window, and more only of those that are
 * used up before the page is full.
 */
export async function mergedPage<T>(
  { limit, offset }: Pick<Window, "limit" | "offset">,
  ranges: readonly Range<T>[],
  comesFirst: (one: T, other: T) => boolean,
): Promise<T[]> {
  const wanted = offset + limit;
  const share = Math.max(ROWS_FIRST, Math.ceil(wanted / ranges.length));
  let open = ranges.map(
    (read): Reader<T> => ({ read, rows: [], position: 0, cursor: null, isOver: false, step: share }),
  );
  const rows: T[] = [];
  let passed = 0;
  while (passed < wanted) {
    await Promise.all(open.filter(isUsedUp).map((reader) => refill(reader, wanted - passed)));
    open = open.filter((reader) => !isUsedUp(reader));
    if (open.length === 0) break;
    // Up to the end of what one of them holds: what comes next there may come before all others.
    while (passed < wanted && !open.some(isUsedUp)) {
      const row = takeFirst(open, comesFirst);
      if (passed >= offset) rows.push(row);
      passed += 1;
    }
  }
  return rows;
}

/** A range with the rows that were read of it; those before `position` have been taken. */
interface Reader<T> {
  readonly read: Range<T>;
  rows: readonly T[];
  position: number;
  cursor: string | null;
  isOver: boolean;
  step: number;
}

const isUsedUp = ({ rows, position }: Reader<unknown>): boolean => position === rows.length;

/** Reads on, unless the range is over. DynamoDB may answer with no rows and a cursor. */
async function refill<T>(reader: Reader<T>, missing: number): Promise<void> {
  while (isUsedUp(reader) && !reader.isOver) {
    const { data, cursor } = await reader.read(reader.cursor, Math.min(reader.step, missing, ROWS_PER_QUERY_MAX));
    reader.rows = data;
    reader.position = 0;
    reader.cursor = cursor;
    reader.isOver = cursor === null;
    reader.step *= GROWTH;
  }
}

/** Takes the row that comes first of all; each reader must hold one. */
function takeFirst<T>(readers: readonly Reader<T>[], comesFirst: (one: T, other: T) => boolean): T {
  const heads = readers.flatMap((reader) =>
    reader.rows.slice(reader.position, reader.position + 1).map((row) => ({ reader, row })),
  );
  const first = heads.reduce((best, head) => (comesFirst(head.row, best.row) ? head : best));
  first.reader.position += 1;
  return first.row;
}
