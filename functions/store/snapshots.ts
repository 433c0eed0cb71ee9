import type { Json } from "../domain/json.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { SnapshotChunk, SnapshotHead } from "./entities/snapshot.ts";
import { pack, unpack } from "./packing.ts";
import { expiresAfterDays } from "./table.ts";
import { isConditionFailure } from "./transaction.ts";

/**
 * Lists of an org that are read whole and replaced whole, such as the web apps of its surface: packed, so that a thousand
 * rows are one read, and swapped in one write, so that nobody sees half of a new one.
 */
export interface Snapshot<T> {
  /** Names what is in it: the same version has the same rows. */
  readonly version: string;
  readonly rows: readonly T[];
  readonly facts: Readonly<Record<string, Json>>;
}

/** The head of a list: what is known without reading its rows. Null when the list was never written. */
export async function snapshotHead(orgId: string, name: string) {
  const { data } = await SnapshotHead.get({ org_id: orgId, name }).go({ consistent: true });
  return data;
}

/** Readers follow a head for this long before its chunks may go. */
const SUPERSEDED_DAYS = 1;
const READ_ATTEMPTS = 3;

/** A list as it is now; null when it was never written. Throws when its chunks are gone, which only a fault can bring about. */
export async function readSnapshot<T>(orgId: string, name: string): Promise<Snapshot<T> | null> {
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
    const head = await snapshotHead(orgId, name);
    if (!head) return null;
    const { data } = await SnapshotChunk.query
      .primary({ org_id: orgId, name, version: head.version })
      .go({ consistent: true, pages: "all" });
    // A writer of this version may have died before with more chunks than the one that made it count.
    const chunks = data.filter(({ chunk }) => chunk < head.chunks);
    if (chunks.length < head.chunks) continue;
    const rows = (await Promise.all(chunks.map(({ data }) => unpack<T>(data)))).flat();
    return { version: head.version, rows, facts: head.facts };
  }
  throw new Error(`chunks of snapshot ${name} are missing`);
}

/**
 * Replaces a list: the chunks first, then the head that makes them count, if it still is at `before` (null: there is none
 * yet). Writing the same version again is the same as once. False when another writer was faster; then nothing changed.
 * The chunks that do not count, or not any more, go by themselves a day later.
 */
export async function writeSnapshot<T>(
  orgId: string,
  name: string,
  { version, rows, facts }: Snapshot<T>,
  before: string | null,
  now: Date,
): Promise<boolean> {
  const pieces = await pack(rows);
  const key = { org_id: orgId, name, version };
  const ttl = expiresAfterDays(SUPERSEDED_DAYS, now);
  await Promise.all(pieces.map((data, chunk) => SnapshotChunk.put({ ...key, chunk, data }).go({ response: "none" })));
  try {
    await SnapshotHead.upsert({ org_id: orgId, name, version, chunks: pieces.length, rows: rows.length, facts })
      .where((head, { eq, notExists }) =>
        before === null
          ? `${notExists(head.version)} OR ${eq(head.version, version)}`
          : `${eq(head.version, before)} OR ${eq(head.version, version)}`,
      )
      .go({ response: "none" });
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    await expire(key, ttl);
    return false;
  }
  if (before !== null && before !== version) await expire({ org_id: orgId, name, version: before }, ttl);
  return true;
}

/** Removes a list: nobody finds it any more, and its chunks go by themselves a day later. */
export async function removeSnapshot(orgId: string, name: string, now: Date): Promise<void> {
  const head = await snapshotHead(orgId, name);
  if (!head) return;
  await SnapshotHead.delete({ org_id: orgId, name }).go({ response: "none" });
  await expire({ org_id: orgId, name, version: head.version }, expiresAfterDays(SUPERSEDED_DAYS, now));
}

interface VersionKey {
  readonly org_id: string;
  readonly name: string;
  readonly version: string;
}

async function expire(key: VersionKey, ttl: number): Promise<void> {
  const { data } = await SnapshotChunk.query.primary(key).go({ consistent: true, pages: "all", attributes: ["chunk"] });
  await Promise.all(
    data.map(({ chunk }) =>
      SnapshotChunk.patch({ ...key, chunk })
        .set({ ttl })
        .go({ response: "none" })
        .catch(ignoreConditionFailure),
    ),
  );
}
