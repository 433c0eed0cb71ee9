import type { Asset } from "../domain/asset.ts";
import { mergeAssets } from "../domain/asset.ts";
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
  const merged = new Map<string, Asset>();
  for (const asset of [...seedAssets(scope), ...output.assets]) {
    const id = `${asset.kind} ${asset.value}`;
    const earlier = merged.get(id);
    merged.set(id, earlier ? mergeAssets(earlier, asset) : asset);
  }
  const assets = [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, asset]) => asset);
  return { scope, assets, output };
}
