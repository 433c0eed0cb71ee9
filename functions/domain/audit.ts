import type { Json } from "./json.ts";
import { withoutKeys } from "./keys.ts";
import { unescaped } from "./unescaped.ts";

/** One mutating call whose master key was right. Keys appear by their public prefixes alone. */
export interface AuditRecord {
  /** UUIDv7: ids in order are calls in order of arrival. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status_code: number;
  /** Empty when the call had no such key, or one that cannot be a key. */
  readonly admin_prefix: string;
  readonly org_prefix: string;
  readonly ip: string;
  readonly created_at: string;
  /** What an auditor must know besides, such as that a cooldown was bypassed. */
  readonly detail: Readonly<Record<string, Json>>;
}

const PATH_CHARS_MAX = 500;

/**
 * A path as it is kept. Callers may put a key where an id belongs, also escaped, and rows cannot be changed afterwards: of
 * every key only its public prefix stays, of the master keys nothing. Cut, because callers decide how long a path is.
 */
export function auditedPath(path: string, masterKeys: readonly string[]): string {
  // A master key is the operator's choice, and may hold what looks like an escape.
  const readable = masterKeys.reduce((text, key) => text.replaceAll(unescaped(key), "..."), unescaped(path));
  return withoutKeys(readable).slice(0, PATH_CHARS_MAX);
}
