import { type Asset, mergeAssets } from "../domain/asset.ts";
import { withDefaults } from "../domain/scan-params.ts";
import { type Scope, scopeOf, seedAssets } from "../domain/scope.ts";
import { readOutput } from "../store/scan-output.ts";
import { getScope, type ScanRecord } from "../store/scans.ts";

/** What a scan knows so far. */
export interface ScanKnowledge {
  readonly scope: Scope;
  /** Seeds and everything that committed batches found, sorted by kind and value. */
  readonly assets: readonly Asset[];
  readonly output: Awaited<ReturnType<typeof readOutput>>;
}

/** Reads the scope and all assets of a scan. Between two stage boundaries every caller gets the same. */
export async function scanKnowledge(scan: ScanRecord): Promise<ScanKnowledge> {
  const [seeds, output] = await Promise.all([getScope(scan.id), readOutput(scan.id)]);
  const { targets, exclude } = withDefaults(scan.options);
  const scope = scopeOf(seeds, targets, exclude);
  const assets = mergeAssets([...seedAssets(scope), ...output.assets]);
  return { scope, assets, output };
}
