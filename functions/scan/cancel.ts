import { activity } from "../domain/events.ts";
import { systemActor } from "../domain/identity.ts";
import { newId } from "../store/ids.ts";
import { endScan, getScan } from "../store/scans.ts";
import { orgOf } from "./org-of.ts";
import type { ScanRef } from "./tasks.ts";

/** Ends a scan whose stop was asked for. No-op when it has ended already. */
export async function handler({ org_id, scan_id }: ScanRef): Promise<void> {
  const scan = await getScan(org_id, scan_id);
  if (scan?.status !== "running") return;
  const now = new Date();
  const event = activity("scan.cancelled", {
    id: newId(),
    occurredAt: now,
    org: orgOf(scan),
    actor: systemActor,
    targetId: scan.id,
    detail: { module: scan.module, stages_done: scan.stages_done, assets: scan.assets, findings: scan.findings },
  });
  await endScan(scan, ["running"], { status: "cancelled" }, [event], now);
}
