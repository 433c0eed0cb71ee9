import { activity } from "../domain/events.ts";
import type { DetectedFinding, KnownFinding } from "../domain/finding.ts";
import { systemActor } from "../domain/identity.ts";
import { type Coverage, judge, mergeDetected, summarise, type Verdict } from "../domain/reconcile.ts";
import { finalStatus } from "../domain/scan.ts";
import { inScope, scopeOf } from "../domain/scope.ts";
import { type SuppressionRule, suppressionFor } from "../domain/suppression.ts";
import { surfaceAfter } from "../domain/surface.ts";
import { applyVerdict, createFinding, getFinding, knownFindings } from "../store/findings.ts";
import { newId } from "../store/ids.ts";
import { listRuns } from "../store/runs.ts";
import { readFindings, readUnreached } from "../store/scan-output.ts";
import { endScan, enterFinalize, FINALIZING, getScan, getScope, type ScanRecord } from "../store/scans.ts";
import { activeRules } from "../store/suppressions.ts";
import { updateSurface } from "../store/surface.ts";
import { type ScanKnowledge, scanKnowledge } from "./assets.ts";
import { handler as cancel } from "./cancel.ts";
import { coverageOf, placeOf } from "./coverage.ts";
import { failScan } from "./fail.ts";
import { orgOf } from "./org-of.ts";
import type { ScanRef } from "./tasks.ts";

/** Findings written at the same time. */
const WRITERS = 16;
const ATTEMPTS_PER_FINDING = 5;
/** Key of the scanner that finds web apps. */
const WEB_PROBE = "easm.http";

/**
 * Turns what a scan detected into findings, and ends the scan; a stop that was asked for before ends it here instead. May
 * die anywhere and be run again: each finding remembers what this scan decided about it, so the second run decides the
 * same and the delta counts it once.
 */
export async function handler({ org_id, scan_id }: ScanRef): Promise<void> {
  const scan = await getScan(org_id, scan_id);
  if (scan?.status !== "running") return;
  if (scan.current_stage !== FINALIZING && !(await enterFinalize(scan))) return cancel({ org_id, scan_id });
  const runs = await listRuns(scan_id);
  const status = finalStatus(runs);
  if (status === "failed") {
    const errors = runs.map((run) => run.error).filter((error) => error !== undefined);
    return failScan(scan, `Every scanner failed: ${errors[0] ?? "no reason recorded"}`);
  }
  const [knowledge, found, unreached] = await Promise.all([
    scanKnowledge(scan),
    readFindings(scan_id),
    readUnreached(scan_id),
  ]);
  const detected = mergeDetected(found);
  const coverage = coverageOf(scan, runs, knowledge, unreached);
  if (scan.module === "easm") await renewSurface(scan, knowledge, coverage);
  const verdicts = await reconcile(scan, detected, coverage);
  const { delta, validation } = summarise(verdicts);
  const now = new Date();
  const counts = { assets: knowledge.assets.length, findings: detected.size };
  const event = activity("scan.completed", {
    id: newId(),
    occurredAt: now,
    org: orgOf(scan),
    actor: systemActor,
    targetId: scan.id,
    detail: { module: scan.module, status, ...counts, delta: { ...delta } },
  });
  await endScan(
    scan,
    ["running"],
    { status, changes: { ...counts, delta, feedback_validation: validation } },
    [event],
    now,
  );
}

/** Tells which web apps DAST may be pointed at from now on. */
async function renewSurface(scan: ScanRecord, { assets }: ScanKnowledge, coverage: Coverage): Promise<void> {
  const now = new Date();
  const ofOrg = scopeOf((await getScope(scan.id)).seeds, null, []);
  const couldSee = (url: string) => coverage.full && coverage.succeeded.has(WEB_PROBE) && coverage.reached(url);
  const sighting = {
    orgId: scan.org_id,
    scanId: scan.id,
    apps: assets.filter((asset) => asset.kind === "web_app"),
    at: now.toISOString(),
    isGone: (url: string) => couldSee(url) || !inScope(placeOf(url).host, ofOrg),
  };
  await updateSurface(scan.org_id, scan.id, (before) => surfaceAfter(before, sighting), now);
}

async function reconcile(
  scan: ScanRecord,
  detected: ReadonlyMap<string, DetectedFinding>,
  coverage: Coverage,
): Promise<Verdict[]> {
  const [known, rules] = await Promise.all([knownFindings(scan.org_id, scan.module), activeRules(scan.org_id)]);
  const queue = [...new Set([...known.keys(), ...detected.keys()])];
  const verdicts: Verdict[] = [];
  const writer = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      verdicts.push(await settle(scan, known.get(id), detected.get(id), coverage, rules));
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return verdicts;
}

/** Judges one finding and writes the verdict; judges anew when the customer answered in between. */
async function settle(
  scan: ScanRecord,
  known: KnownFinding | undefined,
  detected: DetectedFinding | undefined,
  coverage: Coverage,
  rules: readonly SuppressionRule[],
): Promise<Verdict> {
  const rule = detected && suppressionFor(detected, rules);
  let current = known;
  for (let attempt = 0; attempt < ATTEMPTS_PER_FINDING; attempt += 1) {
    const verdict = judge(current, detected !== undefined, coverage, rule?.status);
    if (!verdict.write || (await write(scan, current, detected, verdict, rule))) return verdict;
    const id = current?.id ?? detected?.id;
    const row = id === undefined ? null : await getFinding(scan.org_id, id);
    current = row === null ? undefined : { ...row, asset: row.asset };
  }
  throw new Error("a finding kept changing while it was reconciled");
}

async function write(
  scan: ScanRecord,
  known: KnownFinding | undefined,
  detected: DetectedFinding | undefined,
  verdict: Verdict,
  rule: SuppressionRule | undefined,
): Promise<boolean> {
  const now = new Date();
  if (known) return applyVerdict(scan.org_id, known, verdict, detected, scan.id, now);
  return detected === undefined || createFinding(scan.org_id, detected, scan.id, now, rule);
}
