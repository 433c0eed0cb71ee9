import { randomUUID } from "node:crypto";
import { commitBatch } from "../store/runs.ts";
import type { FailRunInput } from "./tasks.ts";

/** Records that a batch could not be run at all, after every retry. The rest of the scan goes on. */
export async function handler(input: FailRunInput): Promise<void> {
  const key = { scan_id: input.scan_id, scanner_key: input.scanner, batch: input.batch, attempt: randomUUID() };
  await commitBatch(
    key,
    {
      orgId: input.org_id,
      error: `batch ${input.batch} was given up: ${input.error.Error ?? "unknown error"}`,
      targetCount: 0,
      unreached: [],
      missed: [],
      rawCount: 0,
      assetCount: 0,
      findingCount: 0,
    },
    new Date(),
  );
}
