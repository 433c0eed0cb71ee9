import type { Reply } from "./endpoint.ts";

/** For rows that callers see as they are. */
export const asIs = <T>(row: T): T => row;

/**
 * A page of a list: the rows as callers see them, and, where the page is full, the cursor at which the next one begins.
 */
export const listed = <T>(
  rows: readonly T[],
  limit: number,
  view: (row: T) => unknown,
  cursorOf: (row: T) => string,
): Reply => {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { status: 200, body: rows.map(view), next: last === undefined ? undefined : cursorOf(last) };
};
