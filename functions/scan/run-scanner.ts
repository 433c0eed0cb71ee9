import { randomUUID } from "node:crypto";
import type { Asset, AssetKind, AssetOf } from "../domain/asset.ts";
import { batchTargets, rateShares, selectScanners } from "../domain/plan.ts";
import { withDefaults } from "../domain/scan-params.ts";
import { openNet } from "../net/open.ts";
import { CT_LOG_HOST } from "../scanners/easm/subdomains/ct-logs.ts";
import { configureDiscovery, discoveryConfig } from "../scanners/easm/subdomains/discovery.ts";
import { scannersOf } from "../scanners/registry.ts";
import type { Scanner } from "../scanners/scanner.ts";
import { commitBatch, hasResult } from "../store/runs.ts";
import { writeOutput } from "../store/scan-output.ts";
import { getScan, type ScanRecord } from "../store/scans.ts";
import { runTool } from "../tools/run-tool.ts";
import { type ScanKnowledge, scanKnowledge } from "./assets.ts";
import { type BatchYield, scanTargets } from "./scan-targets.ts";
import type { RunInput } from "./tasks.ts";

/** Of the 12 minutes that the task may take; the rest is left for writing what was found. */
export const BATCH_SECONDS_MAX = 540;
configureDiscovery({ ctLogs: process.env.CT_LOGS === "true" });

/**
 * Runs one batch of one scanner and commits what it found. A scanner that fails is a result; an error is thrown only
 * when the result could not be recorded. A second delivery finds the result and does nothing.
 */
export async function handler(input: RunInput): Promise<void> {
  const { org_id, scan_id, scanner: scanner_key, batch } = input;
  const scan = await getScan(org_id, scan_id);
  // A batch that has not begun when the stop is asked for does not begin: the boundary ahead ends the scan.
  if (scan?.status !== "running" || scan.cancel_requested || (await hasResult(scan_id, scanner_key, batch))) return;
  const scanner = scannersOf(scan.module).find(({ key }) => key === scanner_key);
  if (!scanner) throw new Error(`scanner ${scanner_key} is not in this deployment`);
  const found = await scanBatch(scanner, scan, await scanKnowledge(scan), batch);
  const key = { scan_id, scanner_key, batch, attempt: randomUUID() };
  const { assets, findings, unreached, missed, rawCount } = found;
  await writeOutput(key, { assets, findings }, new Date());
  await commitBatch(
    key,
    {
      orgId: org_id,
      error: found.errors.length > 0 ? found.errors.join("; ") : null,
      targetCount: found.targetCount,
      unreached,
      missed,
      rawCount,
      assetCount: assets.length,
      findingCount: findings.length,
    },
    new Date(),
  );
}

async function scanBatch(
  scanner: Scanner,
  scan: ScanRecord,
  knowledge: ScanKnowledge,
  batch: number,
): Promise<BatchYield> {
  const params = withDefaults(scan.options);
  const { assets } = knowledge;
  const targets = batchTargets(scanner, assets, batch);
  const ofStage = selectScanners(scannersOf(scan.module), scan.requested_scanners).filter(
    ({ stage }) => stage === scanner.stage,
  );
  const signal = AbortSignal.timeout(BATCH_SECONDS_MAX * 1000);
  const net = openNet({
    scope: knowledge.scope,
    ratePerSecond: rateShares(params.rate_limit_rps, ofStage, assets),
    userAgentMode: params.ua_mode,
    thirdPartyHosts: discoveryConfig().ctLogs ? [CT_LOG_HOST] : [],
    signal,
  });
  try {
    return await scanTargets({
      scanner,
      targets,
      orgId: scan.org_id,
      scopeId: scan.scope_id,
      tools: {
        net,
        runTool,
        params,
        now: new Date(scan.started_at ?? scan.created_at),
        known: knownAssets(knowledge),
        signal,
      },
    });
  } finally {
    await net.close();
  }
}

function knownAssets({ assets }: ScanKnowledge): <K extends AssetKind>(kind: K) => readonly AssetOf<K>[] {
  return (kind) => assets.filter((asset) => isKind(asset, kind));
}

const isKind = <K extends AssetKind>(asset: Asset, kind: K): asset is Asset & AssetOf<K> => asset.kind === kind;
