import { activity } from "../domain/events.ts";
import { systemActor } from "../domain/identity.ts";
import { newId } from "../store/ids.ts";
import { distrust } from "../store/ledger.ts";
import { endScan, FINALIZING, getScan, type ScanRecord } from "../store/scans.ts";
import { orgOf } from "./org-of.ts";
import type { FailInput } from "./tasks.ts";

const REASON_CHARS_MAX = 300;

/**
 * Ends a scan whose job died. No-op when it has ended already. Throws when the scan died while its findings were being
 * written: a failed scan must not have judged any, so the sweeper lets finalize go on instead.
 */
export async function handler(input: FailInput): Promise<void> {
  const scan = await getScan(input.org_id, input.scan_id);
  if (!scan) return;
  if (scan.current_stage === FINALIZING) throw new Error("findings are being written; the sweeper lets finalize go on");
  await failScan(scan, `The scan job failed: ${input.error?.Error ?? "its execution ended"}`);
}

/**
 * Ends a pending or running scan as failed, with a reason that the customer may read. `hasJudged` when it may have written
 * some of its findings: these are not in the ledger, which the next scan must not trust then.
 */
export async function failScan(scan: ScanRecord, reason: string, hasJudged = false): Promise<void> {
  if (scan.status !== "running" && scan.status !== "pending") return;
  const error = reason.slice(0, REASON_CHARS_MAX);
  const now = new Date();
  const event = activity("scan.failed", {
    id: newId(),
    occurredAt: now,
    org: orgOf(scan),
    actor: systemActor,
    targetId: scan.id,
    outcome: "error",
    detail: { module: scan.module, reason: error },
  });
  const ledger = hasJudged ? await distrust(scan.org_id, scan.module) : null;
  await endScan(scan, ["pending", "running"], { status: "failed", error, ...(ledger ? { ledger } : {}) }, [event], now);
}
