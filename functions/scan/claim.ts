import { selectScanners } from "../domain/plan.ts";
import { scannersOf } from "../scanners/registry.ts";
import { createRuns } from "../store/runs.ts";
import { claim, getScan } from "../store/scans.ts";
import type { ClaimInput, ClaimResult } from "./tasks.ts";

/** Takes a pending scan for this execution and lists its runs. A scan that is over or another's is left alone. */
export async function handler(input: ClaimInput): Promise<ClaimResult> {
  const { org_id, scan_id } = input;
  const claimed = await claim(org_id, scan_id, input.execution, new Date());
  const scan = claimed ? await getScan(org_id, scan_id) : null;
  if (!scan) return { claimed: false };
  await createRuns(scan_id, selectScanners(scannersOf(scan.module), scan.requested_scanners));
  return { claimed: true };
}
