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

/**
 * Most batches of one scanner. Nine scanners with so many, one of them in containers, stay below the 25,000 events that the
 * history of an execution may have; with more targets the batches grow, and what their time is too short for counts as not
 * reached.
 */
const BATCHES_MAX = 300;

const batchSize = (scanner: Plannable, targets: number): number =>
  Math.max(scanner.targetsPerBatch, Math.ceil(targets / BATCHES_MAX));

/** Number of batches that a scanner's targets make. */
export function batchesOf(scanner: Plannable, assets: readonly Asset[]): number {
  const { length } = targetsOf(scanner, assets);
  return Math.ceil(length / batchSize(scanner, length));
}

/**
 * The part of the rate that each batch of a stage may use on an address, in requests per second, not rounded: batches
 * that visit the same address run side by side and share it. A batch with a target whose address is not known yet is
 * taken to visit every address.
 */
export function rateShares(
  ratePerSecond: number,
  ofStage: readonly Plannable[],
  assets: readonly Asset[],
): (address: string) => number {
  const visitors = new Map<string, number>();
  let anywhere = 0;
  for (const scanner of ofStage)
    for (let batch = 0; batch < batchesOf(scanner, assets); batch += 1) {
      const addresses = new Set(batchTargets(scanner, assets, batch).map(addressOf));
      if (addresses.has(null)) anywhere += 1;
      else
        for (const address of addresses) if (address !== null) visitors.set(address, (visitors.get(address) ?? 0) + 1);
    }
  return (address) => {
    const sharing = Math.min(BATCHES_AT_ONCE, Math.max(1, (visitors.get(address) ?? 0) + anywhere));
    return ratePerSecond / sharing;
  };
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
export function batchTargets(scanner: Plannable, assets: readonly Asset[], batch: number): readonly Asset[] {
  const targets = targetsOf(scanner, assets);
  const size = batchSize(scanner, targets.length);
  return targets.slice(batch * size, (batch + 1) * size);
}
