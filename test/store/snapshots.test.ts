import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SnapshotChunk } from "../../functions/store/entities/snapshot.ts";
import { readSnapshot, snapshotHead, writeSnapshot } from "../../functions/store/snapshots.ts";
import { useService } from "../support/service.ts";

useService();

const now = new Date("2026-01-01T00:00:00.000Z");
const version = (name: string, rows: readonly unknown[] = [name]) => ({ version: name, rows, facts: { note: name } });
const chunksOf = async (org_id: string, of: string) =>
  (await SnapshotChunk.query.primary({ org_id, name: "list", version: of }).go()).data;

test("a list that was never written is none", async () => {
  const org = randomUUID();
  expect([await readSnapshot(org, "list"), await snapshotHead(org, "list")]).toEqual([null, null]);
});

test("a list is read as it was written, however many items it takes", async () => {
  const org = randomUUID();
  const rows = Array.from({ length: 40 }, (_, index) => ({ index, noise: randomBytes(30_000).toString("hex") }));
  expect(await writeSnapshot(org, "list", version("one", rows), null, now)).toBe(true);
  expect(await readSnapshot(org, "list")).toEqual(version("one", rows));
  expect(await snapshotHead(org, "list")).toMatchObject({ version: "one", rows: 40, facts: { note: "one" } });
  expect((await chunksOf(org, "one")).length).toBeGreaterThan(1);
});

test("an empty list is not the same as none", async () => {
  const org = randomUUID();
  await writeSnapshot(org, "list", version("one", []), null, now);
  expect(await readSnapshot(org, "list")).toEqual(version("one", []));
});

test("of two writers from the same state one wins, and the other's chunks go by themselves", async () => {
  const org = randomUUID();
  await writeSnapshot(org, "list", version("one"), null, now);
  expect(await writeSnapshot(org, "list", version("two"), "one", now)).toBe(true);
  expect(await writeSnapshot(org, "list", version("late"), "one", now)).toBe(false);
  expect(await writeSnapshot(org, "list", version("first"), null, now)).toBe(false);
  expect((await readSnapshot(org, "list"))?.version).toBe("two");
  const ttl = now.getTime() / 1000 + 86_400;
  for (const superseded of ["one", "late", "first"]) expect(await chunksOf(org, superseded)).toMatchObject([{ ttl }]);
  expect((await chunksOf(org, "two"))[0]?.ttl).toBeUndefined();
});

test("a write that is repeated is the same as once, at whatever point it died", async () => {
  const org = randomUUID();
  await writeSnapshot(org, "list", version("one"), null, now);
  expect(await writeSnapshot(org, "list", version("two"), "one", now)).toBe(true);
  expect(await writeSnapshot(org, "list", version("two"), "one", now)).toBe(true);
  expect(await readSnapshot(org, "list")).toEqual(version("two"));
  expect((await chunksOf(org, "two"))[0]?.ttl).toBeUndefined();
});

test("lists of other names and orgs are others", async () => {
  const org = randomUUID();
  await writeSnapshot(org, "list", version("one"), null, now);
  expect(await readSnapshot(org, "other")).toBeNull();
  expect(await readSnapshot(randomUUID(), "list")).toBeNull();
});

test("what a writer of the same version left behind that died with more chunks is not read", async () => {
  const org = randomUUID();
  await writeSnapshot(org, "list", version("one"), null, now);
  const [chunk] = await chunksOf(org, "one");
  if (chunk) await SnapshotChunk.put({ ...chunk, chunk: 1 }).go();
  expect(await readSnapshot(org, "list")).toEqual(version("one"));
});
