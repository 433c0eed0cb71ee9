import { type Asset, mergeAssets } from "../domain/asset.ts";
import { withDefaults } from "../domain/scan-params.ts";
import { inScope, type Scope, scopeOf, seedAssets } from "../domain/scope.ts";
import { parseRange } from "../domain/seed.ts";
import { type BatchResults, readAssets, readResults } from "../store/scan-output.ts";
import { getScope, type ScanRecord } from "../store/scans.ts";

/** What a scan knows so far. */
export interface ScanKnowledge {
  readonly scope: Scope;
  /** Seeds, hosts known from earlier scans, and everything that committed batches found, sorted by kind and value. */
  readonly assets: readonly Asset[];
}

/** Reads the scope and all assets of a scan. Between two stage boundaries every caller gets the same. */
export const scanKnowledge = async (scan: ScanRecord): Promise<ScanKnowledge> =>
  knowledgeBy(scan, await readResults(scan.id));

/** The same, by the batches that are committed. */
export async function knowledgeBy(scan: ScanRecord, results: BatchResults): Promise<ScanKnowledge> {
  const [{ seeds, known_hosts }, found] = await Promise.all([getScope(scan.id), readAssets(scan.id, results)]);
  const { targets, exclude } = withDefaults(scan.options);
  const scope = scopeOf(seeds, targets, exclude);
  return { scope, assets: mergeAssets([...seedAssets(scope, seeds), ...knownAssets(known_hosts, scope), ...found]) };
}

/** Hosts with findings are looked at again even if nothing leads to them any more: only so can their findings be closed. */
const knownAssets = (hosts: readonly string[], scope: Scope): Asset[] =>
  hosts
    .filter((host) => parseRange(host) === null && !scope.domains.includes(host) && inScope(host, scope))
    .map((value) => ({ kind: "host", value, attributes: { sources: ["known"] } }));
