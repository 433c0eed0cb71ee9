import type { Asset, AssetKind } from "./asset.ts";
import { BATCHES_AT_ONCE } from "./pipelines.ts";

/** What planning needs to know of a scanner. */
export interface Plannable {
  readonly key: string;
  readonly stage: string;
  readonly consumes: readonly AssetKind[];
  readonly targetsPerBatch: number;
}

/** Which scanner makes the assets of a kind; null for kinds that come from the seeds. */
const producerOf: Readonly<Record<AssetKind, string | null>> = {
  domain: null,
  host: "easm.subdomains",
  ip: "easm.dns",
  service: "easm.ports",
  web_app: "easm.http",
  certificate: "easm.tls",
};

/**
 * The scanners of a scan: all of the module when none is named, else those named and the ones that make what they
 * consume, because a scan of the headers alone must still find the web apps.
 */
export function selectScanners<S extends Plannable>(all: readonly S[], requested: readonly string[]): readonly S[] {
  if (requested.length === 0) return all;
  const byKey = new Map(all.map((scanner) => [scanner.key, scanner]));
  const selected = new Set<string>();
  const select = (key: string | null) => {
    const scanner = key === null ? undefined : byKey.get(key);
    if (!scanner || selected.has(scanner.key)) return;
    selected.add(scanner.key);
    for (const kind of scanner.consumes) select(producerOf[kind]);
  };
  for (const key of requested) select(key);
  return all.filter(({ key }) => selected.has(key));
}

/** Targets of a scanner, in the order of the assets, which every task of the scan sees alike. */
export const targetsOf = (scanner: Plannable, assets: readonly Asset[]): readonly Asset[] =>
  assets.filter(({ kind }) => scanner.consumes.includes(kind));

/** Number of batches that a scanner's targets make. */
export const batchesOf = (scanner: Plannable, assets: readonly Asset[]): number =>
  Math.ceil(targetsOf(scanner, assets).length / scanner.targetsPerBatch);

/**
 * The part of the rate that a batch may use on an address, in requests per second (at least 1): batches of the stage that
 * visit the same address run side by side and share it. Where a target's address is not known yet, every batch of the
 * stage is taken to visit it.
 */
export function rateShare(
  ratePerSecond: number,
  ofStage: readonly Plannable[],
  assets: readonly Asset[],
  targets: readonly Asset[],
): number {
  const visitors = new Map<string | null, number>();
  let batches = 0;
  for (const scanner of ofStage)
    for (let batch = 0; batch < batchesOf(scanner, assets); batch += 1) {
      batches += 1;
      for (const address of new Set(batchTargets(scanner, assets, batch).map(addressOf)))
        visitors.set(address, (visitors.get(address) ?? 0) + 1);
    }
  const visitorsOf = (address: string | null) => (address === null ? batches : (visitors.get(address) ?? 1));
  const busiest = Math.max(1, ...targets.map((target) => visitorsOf(addressOf(target))));
  return Math.max(1, Math.floor(ratePerSecond / Math.min(busiest, BATCHES_AT_ONCE)));
}

/** Address that a scan of the asset connects to, null where a name must be resolved first. */
function addressOf(asset: Asset): string | null {
  switch (asset.kind) {
    case "ip":
      return asset.value;
    case "service":
    case "web_app":
      return asset.attributes.ip;
    case "domain":
    case "host":
    case "certificate":
      return null;
    default:
      return asset satisfies never;
  }
}

/** Targets of one batch. */
export const batchTargets = (scanner: Plannable, assets: readonly Asset[], batch: number): readonly Asset[] =>
  targetsOf(scanner, assets).slice(batch * scanner.targetsPerBatch, (batch + 1) * scanner.targetsPerBatch);
