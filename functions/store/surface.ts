import type { SurfaceEntry } from "../domain/surface.ts";
import { readSnapshot, snapshotHead, writeSnapshot } from "./snapshots.ts";

const NAME = "surface";

/** The web applications of an org, newest first; none before an EASM scan has ended. */
export const readSurface = async (orgId: string): Promise<readonly SurfaceEntry[]> =>
  (await readSnapshot<SurfaceEntry>(orgId, NAME))?.rows ?? [];

/** How many web applications there are, and the scan that said so last; null before an EASM scan has ended. */
export async function surfaceSummary(
  orgId: string,
): Promise<{ readonly count: number; readonly scanId: string } | null> {
  const head = await snapshotHead(orgId, NAME);
  return head && { count: head.rows, scanId: head.version };
}

/** Makes of the surface what a scan says of it. A second call for the same scan changes nothing. */
export async function updateSurface(
  orgId: string,
  scanId: string,
  after: (before: readonly SurfaceEntry[]) => readonly SurfaceEntry[],
  now: Date,
): Promise<void> {
  const before = await readSnapshot<SurfaceEntry>(orgId, NAME);
  if (before?.version === scanId) return;
  const snapshot = { version: scanId, rows: after(before?.rows ?? []), facts: {} };
  if (!(await writeSnapshot(orgId, NAME, snapshot, before?.version ?? null, now)))
    throw new Error("the surface was changed by another scan at the same time");
}
