import { unavailable } from "../domain/errors.ts";
import { secretReader } from "../secret-cache.ts";
import type { Request } from "./request.ts";

/** The master key as this request sees it: every step that asks gets the same answer, also while the key is being rotated. */
export function masterKeyOf(request: Pick<Request, "master">, now: Date): Promise<string | null> {
  request.master ??= masterKey(now.getTime());
  return request.master;
}

const readMasterKey = secretReader("MASTER_KEY_SECRET_ID");

/** The master key; null when none is configured. Throws 503 when it cannot be read. */
async function masterKey(now: number): Promise<string | null> {
  try {
    return await readMasterKey(now);
  } catch {
    throw unavailable("Master key cannot be read");
  }
}
