import { activity } from "../domain/events.ts";
import { systemActor } from "../domain/identity.ts";
import type { Coverage } from "../domain/reconcile.ts";
import { countScanners, finalStatus } from "../domain/scan.ts";
import { inScope, scopeOf } from "../domain/scope.ts";
import { surfaceAfter } from "../domain/surface.ts";
import { newId } from "../store/ids.ts";
import { clearTouched, expireSegments } from "../store/ledger.ts";
import { listRuns } from "../store/runs.ts";
import { readResults, unreachedIn } from "../store/scan-output.ts";
import { endScan, enterFinalize, getScan, getScope, Overtaken, type ScanRecord } from "../store/scans.ts";
import { updateSurface } from "../store/surface.ts";
import { knowledgeBy, type ScanKnowledge } from "./assets.ts";
import { handler as cancel } from "./cancel.ts";
import { coverageOf, placeOf } from "./coverage.ts";
import { failScan } from "./fail.ts";
import { orgOf } from "./org-of.ts";
import { reconcile } from "./reconcile.ts";
import type { ScanRef } from "./tasks.ts";

/** Key of the scanner that finds web apps. */
const WEB_PROBE = "easm.http";

/**
 * Turns what a scan detected into findings, and ends the scan; a stop that was asked for before ends it here instead. May
 * die anywhere and be run again: each finding remembers what this scan decided about it, so the second run decides the
 * same and the delta counts it once.
 */
export async function handler(scan: ScanRef): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await finalize(scan);
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Attempts that are under way at the same time overtake each other until one of them ends the scan. */
const ATTEMPTS = 5;

async function finalize({ org_id, scan_id }: ScanRef): Promise<void> {
  const found = await getScan(org_id, scan_id);
  if (found?.status !== "running") return;
  const scan = await enterFinalize(found, new Date());
  if (!scan) return cancel({ org_id, scan_id });
  const [runs, results] = await Promise.all([listRuns(scan_id), readResults(scan_id)]);
  const status = finalStatus(runs);
  if (status === "failed") {
    const errors = runs.map((run) => run.error).filter((error) => error !== undefined);
    return failScan(scan, `Every scanner failed: ${errors[0] ?? "no reason recorded"}`);
  }
  const knowledge = await knowledgeBy(scan, results);
  const unreached = unreachedIn(results);
  const coverage = coverageOf(scan, runs, knowledge, unreached);
  if (scan.module === "easm") await renewSurface(scan, knowledge, coverage);
  const outcome = await reconcile(scan, results, coverage);
  if (!outcome) return;
  const { delta, validation } = outcome;
  const now = new Date();
  const counts = { assets: knowledge.assets.length, findings: outcome.detected };
  const event = activity("scan.completed", {
    id: newId(),
    occurredAt: now,
    org: orgOf(scan),
    actor: systemActor,
    targetId: scan.id,
    detail: { module: scan.module, status, ...counts, delta: { ...delta } },
  });
  const changes = {
    ...counts,
    delta,
    feedback_validation: validation,
    coverage: {
      full: coverage.full,
      ...countScanners(runs, scan.status),
      assets_total: knowledge.assets.length,
      assets_reached: knowledge.assets.filter(({ value }) => !unreached.has(value)).length,
      findings_verified: outcome.verified,
      findings_not_verified: outcome.notVerified,
    },
  };
  const { swap: ledger, unforeseenWrites } = outcome;
  const ended = await endScan(scan, ["running"], { status, changes, ledger, unforeseenWrites }, [event], now);
  if (!ended) return;
  await Promise.all([
    expireSegments(org_id, scan.module, outcome.ledger, outcome.swap, now),
    clearTouched(outcome.touched),
  ]);
}

/** Tells which web apps DAST may be pointed at from now on. */
async function renewSurface(scan: ScanRecord, { assets }: ScanKnowledge, coverage: Coverage): Promise<void> {
  const now = new Date(coverage.at);
  const ofOrg = scopeOf((await getScope(scan.id)).seeds, null, []);
  const couldSee = (url: string) =>
    coverage.full && coverage.succeeded.has(WEB_PROBE) && coverage.reached(url, [WEB_PROBE]);
  const sighting = {
    orgId: scan.org_id,
    scanId: scan.id,
    apps: assets.filter((asset) => asset.kind === "web_app"),
    at: now.toISOString(),
    isGone: (url: string) => couldSee(url) || !inScope(placeOf(url).host, ofOrg),
  };
  await updateSurface(scan.org_id, scan.id, (before) => surfaceAfter(before, sighting), now);
}
