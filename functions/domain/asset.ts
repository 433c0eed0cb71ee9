import { derivedId } from "./ids.ts";

/**
 * What scanners pass on to each other, from a seed to a page. `value` is the normalised identity of the asset within
 * its kind; the attributes are what is known about it and may grow from stage to stage.
 *
 * | kind        | value                                     |
 * | ----------- | ----------------------------------------- |
 * | domain      | seed domain, `example.com`                |
 * | host        | full host name in scope, `www.example.com`|
 * | ip          | canonical address, `192.0.2.1`            |
 * | service     | `host:port/tcp` of an open port           |
 * | web_app     | origin, `https://www.example.com:8443`    |
 * | certificate | lower-case SHA-256 of the leaf, hex       |
 */
export interface AssetAttributes {
  domain: { readonly sources: readonly string[] };
  host: { readonly sources: readonly string[] };
  /** `names`: the in-scope host names that resolve to the address; empty for an address of a seed range. */
  ip: {
    readonly names: readonly string[];
    /** True when every name leads here by an alias out of the seeds: somebody else's server, whose web ports alone are looked at. */
    readonly foreign: boolean;
  };
  service: {
    /** The name the service is known by (the shortest, then first, of `names`), or the address where it has none. */
    readonly host: string;
    readonly names: readonly string[];
    /** The first of `ips`: where the service is visited. */
    readonly ip: string;
    /** All addresses at which the service was seen, sorted. */
    readonly ips: readonly string[];
    readonly port: number;
    /** Recognised protocol in IANA's spelling where it has one (`ssh`, `http`, `redis`), null when unknown. */
    readonly protocol: string | null;
    readonly tls: boolean;
    /** First bytes the service said, printable characters only, at most 256. */
    readonly banner: string;
    /** Product and version as the service shows them; absent or null when it does not. */
    readonly product?: string | null;
    readonly version?: string | null;
  };
  web_app: {
    readonly url: string;
    readonly scheme: "http" | "https";
    readonly host: string;
    readonly port: number;
    readonly ip: string;
    readonly status_code: number;
    readonly title: string | null;
    readonly technologies: readonly string[];
    readonly waf: string | null;
    /** Hash of the icon (MurmurHash3 of its base64 text, signed 32 bit); absent where there is none. */
    readonly favicon?: number;
  };
  certificate: {
    readonly host: string;
    readonly port: number;
    readonly subject: string;
    readonly issuer: string;
    readonly names: readonly string[];
    readonly not_before: string;
    readonly not_after: string;
    /** Names with a wildcard, kind and size of the key, algorithm of the signature; absent when unknown. */
    readonly wildcard_names?: readonly string[];
    readonly key?: string;
    readonly signature?: string;
  };
}

export const assetKinds = ["domain", "host", "ip", "service", "web_app", "certificate"] as const;
export type AssetKind = (typeof assetKinds)[number];

export type AssetOf<K extends AssetKind> = {
  [Kind in K]: { readonly kind: Kind; readonly value: string; readonly attributes: AssetAttributes[Kind] };
}[K];
export type Asset = AssetOf<AssetKind>;

/** Id of an asset: UUIDv5 of (org, kind, normalised value). */
export const assetId = (orgId: string, asset: Pick<Asset, "kind" | "value">): string =>
  derivedId("asset", orgId, asset.kind, asset.value);

/** Each asset once, sorted by kind and value, so that everybody who reads the same assets slices them alike. */
export function mergeAssets(assets: Iterable<Asset>): readonly Asset[] {
  const merged = new Map<string, Asset>();
  for (const asset of assets) {
    const key = `${asset.kind} ${asset.value}`;
    const earlier = merged.get(key);
    merged.set(key, earlier ? united(earlier, asset) : asset);
  }
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, asset]) => asset);
}

/**
 * One asset seen twice: lists are united and sorted, a flag holds when it holds in both, other attributes are those of
 * the sighting that sorts first, so that the order in which targets answered decides nothing.
 */
function united<A extends Asset>(one: A, other: A): A {
  const [first, second] = [one, other].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const attributes: Record<string, unknown> = { ...second?.attributes, ...first?.attributes };
  for (const [name, value] of Object.entries(one.attributes)) {
    const also = Object.entries(other.attributes).find(([key]) => key === name)?.[1];
    if (Array.isArray(value) && Array.isArray(also)) attributes[name] = [...new Set([...value, ...also])].sort();
    else if (typeof value === "boolean" && typeof also === "boolean") attributes[name] = value && also;
  }
  // Where a service is visited must be one of the places where it was seen, and always the same one.
  if (Array.isArray(attributes.ips)) attributes.ip = attributes.ips[0];
  return { ...one, attributes: attributes as A["attributes"] };
}
