import { isExecuting, startExecution } from "../store/executions.ts";
import { getScan, listActive, type ScanRecord } from "../store/scans.ts";
import { failScan } from "./fail.ts";

/** A scan younger than this is being started by the request that made it. */
const STARTING_SECONDS = 60;

/**
 * Mends what a crash left behind: starts scans that stayed pending, and fails running ones whose execution is gone, so
 * that their lock is free again. Harmless to run at any time and twice.
 */
export async function handler(): Promise<void> {
  for (const { org_id, scan_id } of await listActive()) {
    const scan = await getScan(org_id, scan_id);
    if (scan) await mend(scan);
  }
}

async function mend(scan: ScanRecord): Promise<void> {
  if (scan.status === "pending") {
    if (Date.now() - Date.parse(scan.created_at) > STARTING_SECONDS * 1000) await startExecution(scan);
    return;
  }
  if (scan.status === "running" && !(await isExecuting(scan)))
    await failScan(scan.org_id, scan.id, "The scan job ended without a result; start a new scan");
}
