import * as z from "zod";
import { openLogger } from "../log/logger.ts";
import { handler } from "./run-scanner.ts";
import { CONTAINER_SECONDS_MAX, RUN_INPUT_VARIABLE } from "./tasks.ts";

/** What a container does: it runs one batch, whose ids it finds in its environment, and ends. Code 0 means recorded. */

const logger = openLogger("scans");

const runInput = z.object({
  org_id: z.string(),
  scan_id: z.string(),
  stage: z.string(),
  scanner: z.string(),
  batch: z.number(),
});

setTimeout(
  () => end(1, { reason: `not done after ${CONTAINER_SECONDS_MAX} seconds` }),
  CONTAINER_SECONDS_MAX * 1000,
).unref();

try {
  await handler(runInput.parse(JSON.parse(process.env[RUN_INPUT_VARIABLE] ?? "null")));
  end(0);
} catch (error) {
  end(1, { error });
}

/** Ends at once: connections that are kept open for a next request would hold it up. */
function end(code: 0 | 1, why: Record<string, unknown> = {}): never {
  if (code !== 0) logger.error("a batch could not be run", { operation: "container", ...why });
  process.exit(code);
}
