import { v7 } from "uuid";

/** A fresh UUIDv7 (RFC 9562): ids in order are things in order of creation. */
export const newId = (): string => v7();

/** A fresh UUIDv7 that comes after `earlier`, also on a machine whose clock is behind the one that made that. */
export function newIdAfter(earlier: string | undefined): string {
  const id = newId();
  if (earlier === undefined || id > earlier) return id;
  return v7({ msecs: Number.parseInt(earlier.replaceAll("-", "").slice(0, 12), 16) + 1 });
}
