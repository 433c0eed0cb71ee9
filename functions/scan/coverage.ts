import type { Asset, AssetOf } from "../domain/asset.ts";
import { portsOf } from "../domain/ports.ts";
import type { Coverage } from "../domain/reconcile.ts";
import { isFullScan, type RunCounters, runStatus } from "../domain/scan.ts";
import { withDefaults } from "../domain/scan-params.ts";
import { inScope } from "../domain/scope.ts";
import type { ScanRecord } from "../store/scans.ts";
import type { ScanKnowledge } from "./assets.ts";

/** Where an asset is, from its value. `port` is null for a host or an address as such. */
export interface Place {
  readonly host: string;
  readonly port: number | null;
  /** True for a web application: somebody must have spoken HTTP to it. */
  readonly isWeb: boolean;
}

/** A scanner's error is told beside each finding that it left open. */
const REASON_CHARS_MAX = 200;

/**
 * What a scan was able to see. An asset that is there counts as reached when it was visited and nothing of it was missed.
 * One that is gone counts as reached only if those who look for such assets all did their work at its place: its host was
 * resolved, each of its addresses was visited, its port was among those tried, and nothing there failed to answer. In
 * every other case its absence says nothing.
 */
export function coverageOf(
  scan: Pick<ScanRecord, "id" | "options" | "requested_scanners"> & { readonly judged_at: string },
  runs: readonly (RunCounters & { readonly error?: string | undefined })[],
  { scope, assets }: Pick<ScanKnowledge, "scope" | "assets">,
  unreached: ReadonlySet<string>,
): Coverage {
  const options = withDefaults(scan.options);
  const portsTried = new Set(portsOf(options.ports));
  const succeeded = new Set(
    runs
      .filter((run) => ["completed", "skipped"].includes(runStatus(run, "running")))
      .map(({ scanner_key }) => scanner_key),
  );
  const visited = new Set(assets.map(({ value }) => value).filter((value) => !unreached.has(value)));
  const unansweredPlaces = new Set([...unreached].map((value) => spot(placeOf(value))));
  const addresses = addressesByName(assets);
  // On somebody else's server only the web ports are tried.
  const allVisited = (host: string) =>
    (addresses.get(host) ?? []).every(({ value, attributes }) => visited.has(value) && !attributes.foreign);

  const isGone = ({ host, port, isWeb }: Place): boolean => {
    const lookedFor = ["easm.dns", ...(port === null ? [] : ["easm.ports"]), ...(isWeb ? ["easm.http"] : [])];
    return (
      visited.has(host) &&
      lookedFor.every((scanner) => succeeded.has(scanner)) &&
      allVisited(host) &&
      (port === null || portsTried.has(port))
    );
  };

  return {
    scanId: scan.id,
    at: scan.judged_at,
    full: isFullScan(scan.requested_scanners, scan.options),
    succeeded,
    failures: new Map(
      runs.flatMap((run) =>
        succeeded.has(run.scanner_key)
          ? []
          : [[run.scanner_key, (run.error ?? "no reason recorded").slice(0, REASON_CHARS_MAX)]],
      ),
    ),
    inScope: (asset) => inScope(placeOf(asset).host, scope),
    reached(asset, scanners) {
      const place = placeOf(asset);
      if (unreached.has(asset) || unansweredPlaces.has(spot(place)) || !inScope(place.host, scope)) return false;
      if (place.port === null && scanners.some((scanner) => BY_ADDRESS.has(scanner)))
        return visited.has(place.host) && succeeded.has("easm.dns") && allVisited(place.host);
      return visited.has(asset) || isGone(place);
    },
  };
}

/** Scanners that say something of a host after a look at each of its addresses: that it is known does not mean that they looked. */
const BY_ADDRESS = new Set(["easm.ports"]);

/** Addresses by what they are called, their own value included. */
function addressesByName(assets: readonly Asset[]): ReadonlyMap<string, readonly AssetOf<"ip">[]> {
  const byName = new Map<string, AssetOf<"ip">[]>();
  for (const asset of assets) {
    if (asset.kind !== "ip") continue;
    for (const name of new Set([asset.value, ...asset.attributes.names])) {
      const known = byName.get(name);
      if (known) known.push(asset);
      else byName.set(name, [asset]);
    }
  }
  return byName;
}

const spot = ({ host, port }: Place): string => `${host} ${port ?? ""}`;

/** Reads `https://www.example.com:8443`, `www.example.com:22/tcp`, `[2001:db8::1]:22/tcp`, `www.example.com`. */
export function placeOf(value: string): Place {
  if (value.includes("://")) {
    const url = new URL(value);
    const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    return { host: withoutBrackets(url.hostname), port, isWeb: true };
  }
  const [, host, port] = /^(.+):(\d+)\/tcp$/.exec(value) ?? [];
  if (host === undefined) return { host: value, port: null, isWeb: false };
  return { host: withoutBrackets(host), port: Number(port), isWeb: false };
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");
