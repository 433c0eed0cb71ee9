import type * as z from "zod";

/** Characters of a line that is read; longer ones count as broken. */
const LINE_CHARS_MAX = 1024 * 1024;

/** What a tool wrote, one JSON value a line. */
export interface JsonLines<T> {
  readonly records: readonly T[];
  /** Lines that are no JSON or not of the expected form. */
  readonly broken: number;
}

/** Reads JSON lines of the given form. What cannot be read is counted; it never fails. */
export function parseJsonLines<T>(text: string, form: z.ZodType<T>): JsonLines<T> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const records = lines.flatMap((line) => {
    const { success, data } = form.safeParse(jsonOf(line));
    return success ? [data] : [];
  });
  return { records, broken: lines.length - records.length };
}

function jsonOf(line: string): unknown {
  if (line.length > LINE_CHARS_MAX) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
