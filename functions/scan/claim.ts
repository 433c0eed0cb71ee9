import { selectScanners } from "../domain/plan.ts";
import { scannersOf } from "../scanners/registry.ts";
import { assetsOfFindings } from "../store/ledger.ts";
import { createRuns } from "../store/runs.ts";
import { claim, getScan, rememberHosts, type ScanRecord } from "../store/scans.ts";
import { placeOf } from "./coverage.ts";
import type { ClaimInput, ClaimResult } from "./tasks.ts";

/** Most hosts that a scan takes over from earlier ones; what is beyond keeps its state unless it is discovered again. */
const KNOWN_HOSTS_MAX = 5_000;

/** Takes a pending scan for this execution and lists its runs. A scan that is over or another's is left alone. */
export async function handler(input: ClaimInput): Promise<ClaimResult> {
  const { org_id, scan_id } = input;
  const claimed = await claim(org_id, scan_id, input.execution, new Date());
  const scan = claimed ? await getScan(org_id, scan_id) : null;
  if (!scan) return { claimed: false };
  await rememberHosts(scan_id, await hostsWithFindings(scan));
  await createRuns(scan_id, selectScanners(scannersOf(scan.module), scan.requested_scanners));
  return { claimed: true };
}

async function hostsWithFindings(scan: ScanRecord): Promise<string[]> {
  const assets = await assetsOfFindings(scan.org_id, scan.module);
  const hosts = new Set([...assets].filter((asset) => asset !== "").map((asset) => placeOf(asset).host));
  return [...hosts].sort().slice(0, KNOWN_HOSTS_MAX);
}
