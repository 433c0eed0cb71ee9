import { stagesOf } from "../domain/pipelines.ts";
import { batchesOf, selectScanners } from "../domain/plan.ts";
import { scannersOf } from "../scanners/registry.ts";
import { beginRun } from "../store/runs.ts";
import { enterStage, getScan } from "../store/scans.ts";
import { scanKnowledge } from "./assets.ts";
import type { StageInput, StagePlan } from "./tasks.ts";

const STOP: StagePlan = { cancelled: true, work: [] };

/**
 * The stage boundary: the place where a stop takes effect. Otherwise fixes how many batches each scanner of the stage
 * has and lists them. Called twice it answers the same, because what earlier stages found does not change any more.
 */
export async function handler({ org_id, scan_id, stage }: StageInput): Promise<StagePlan> {
  const scan = await getScan(org_id, scan_id);
  if (scan?.status !== "running" || scan.cancel_requested) return STOP;
  await enterStage(org_id, scan_id, stage, stagesOf[scan.module].indexOf(stage));
  const { assets } = await scanKnowledge(scan);
  const scanners = selectScanners(scannersOf(scan.module), scan.requested_scanners).filter(
    (one) => one.stage === stage,
  );
  const now = new Date();
  const work: StagePlan["work"][number][] = [];
  for (const scanner of scanners) {
    const batches = batchesOf(scanner, assets);
    await beginRun(scan_id, scanner.key, batches, now);
    const container = scanner.type === "oss_wrapper";
    for (let batch = 0; batch < batches; batch += 1) work.push({ scanner: scanner.key, batch, container });
  }
  return { cancelled: false, work };
}
