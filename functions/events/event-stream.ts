import { openLogger } from "../log/logger.ts";

const logger = openLogger("events");

/** A reader that takes nothing for so long is no longer waited for. */
const PATIENCE_MS = 5_000;

/**
 * Writes lines to standard output, each as it is: the event stream. `EVENT_STREAM=off` leaves it out, where people look
 * at the output. Resolves when they are written, so that no line waits in this process while the next ones are fetched; a
 * reader that is gone, or does not read for some seconds, goes without, as it must not hold up anything else.
 */
export async function print(lines: readonly string[]): Promise<void> {
  if (process.env.EVENT_STREAM === "off" || lines.length === 0) return;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve("nobody reads it"), PATIENCE_MS);
  process.stdout.write(lines.map((line) => `${line}\n`).join(""), (error) => resolve(error ? error.message : null));
  const complaint = await promise;
  clearTimeout(timer);
  if (complaint !== null)
    logger.warn("lines of the event stream may not have reached standard output", {
      lines: lines.length,
      reason: complaint,
    });
}
