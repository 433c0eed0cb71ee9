import { within } from "../log/context.ts";
import { openLogger } from "../log/logger.ts";
import { isExecuting, startExecution } from "../store/executions.ts";
import { FINALIZING, getScan, listActive, type ScanRecord } from "../store/scans.ts";
import { failScan } from "./fail.ts";
import { handler as finalize } from "./finalize.ts";

const logger = openLogger("scans");

/** A scan younger than this is being started by the request that made it. */
const STARTING_SECONDS = 60;
/** A scan whose findings could not be written for so long is given up. */
const FINALIZING_HOURS_MAX = 24;

/**
 * Mends what a crash left behind: starts scans that stayed pending, lets finalize go on where it died, and fails other
 * scans whose execution is gone, so that their lock is free again. Harmless to run at any time and twice. One scan that
 * cannot be mended does not keep the others from it: it is logged, and an error is thrown at the end.
 */
export async function handler(): Promise<void> {
  const errors: unknown[] = [];
  for (const { org_id, scan_id } of await listActive()) {
    try {
      const scan = await getScan(org_id, scan_id);
      if (scan) await within({ operation: "sweep", scan_id }, [], () => mend(scan));
    } catch (error) {
      logger.error("a scan could not be mended", { operation: "sweep", scan_id, error });
      errors.push(new Error(`scan ${scan_id} could not be mended`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} scans could not be mended`);
}

async function mend(scan: ScanRecord): Promise<void> {
  const ageSeconds = (Date.now() - Date.parse(scan.created_at)) / 1000;
  if (scan.status === "pending") {
    if (ageSeconds < STARTING_SECONDS || (await startExecution(scan)) !== "existed" || (await isExecuting(scan)))
      return;
    await failScan(scan, "The scan job ended before it could begin; start a new scan");
    return;
  }
  if (scan.status !== "running" || (await isExecuting(scan))) return;
  if (scan.current_stage !== FINALIZING) return failScan(scan, "The scan job ended without a result; start a new scan");
  try {
    await finalize({ org_id: scan.org_id, scan_id: scan.id });
  } catch (error) {
    const hours = (Date.now() - Date.parse(scan.judged_at ?? scan.created_at)) / 3_600_000;
    if (hours < FINALIZING_HOURS_MAX) throw error;
    await failScan(scan, "The findings of the scan could not be written; start a new scan", true);
  }
}
