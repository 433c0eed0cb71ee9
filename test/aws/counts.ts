import { readFileSync } from "node:fs";
import * as z from "zod";

/** Names the file of the counts in the environment: a reporter that is named by its path gets no options. */
export const COUNTS_FILE = "TEST_COUNTS_FILE";

const counts = z.object({ passed: z.int(), skipped: z.int(), failed: z.int() });

/** How many tests did how. */
export type TestCounts = z.infer<typeof counts>;

/** `775 passed, 1 skipped, 0 failed`, of a file that the reporter has written; null when it has written none. */
export function readCounts(file: string): string | null {
  try {
    const { passed, skipped, failed } = counts.parse(JSON.parse(readFileSync(file, "utf8")));
    return `${passed} passed, ${skipped} skipped, ${failed} failed`;
  } catch {
    return null;
  }
}
