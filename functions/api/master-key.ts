import { unavailable } from "../domain/errors.ts";
import { sameSecret } from "../domain/keys.ts";
import { secretVersionsReader } from "../secret-cache.ts";
import type { Request } from "./request.ts";

/**
 * The master keys as this request sees them, the current one first: every step that asks gets the same answer, also while
 * the key is being rotated. Empty when none is configured. Throws 503 when they cannot be read.
 */
export function masterKeysOf(request: Pick<Request, "masters">, now: Date): Promise<readonly string[]> {
  request.masters ??= masterKeys(now.getTime());
  return request.masters;
}

/** Is what a caller gave one of the master keys? Its duration does not tell which. */
export const isMasterKey = (given: string, keys: readonly string[]): boolean =>
  keys.map((key) => sameSecret(given, key)).includes(true);

/** Both are right while callers change from one to the other; the operator ends that by taking the label away. */
const readMasterKeys = secretVersionsReader("MASTER_KEY_SECRET_ID", ["AWSCURRENT", "AWSPREVIOUS"]);

async function masterKeys(now: number): Promise<readonly string[]> {
  try {
    return await readMasterKeys(now);
  } catch {
    throw unavailable("Master key cannot be read");
  }
}
