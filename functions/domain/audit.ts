import type { Json } from "./json.ts";

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

/** A path as it is kept: callers decide how long a path is, and rows must stay small. */
export const auditedPath = (path: string): string => path.slice(0, PATH_CHARS_MAX);
