import ipaddr from "ipaddr.js";
import type { Asset } from "./asset.ts";
import { parseHost, parseRange, type SeedDomain } from "./seed.ts";

/** What a scan may touch: seed domains with everything below them, seed ranges, minus what is excluded. */
export interface Scope {
  readonly domains: readonly string[];
  readonly ranges: readonly string[];
  readonly exclude: readonly string[];
}

/** Most addresses of the seed ranges that one scan visits; a larger range is refused when the scan is asked for. */
export const RANGE_ADDRESSES_MAX = 4096;

/** Is a host name or address within the scope? Names are compared label by label; an exclusion wins. */
export function inScope(host: string, scope: Scope): boolean {
  const isAddress = ipaddr.isValid(host);
  const within = (name: string) => !isAddress && (host === name || host.endsWith(`.${name}`));
  const inRange = (range: string) => isAddress && containsRange(range, host);
  const matches = (entry: string) => within(entry) || (parseRange(entry) !== null && inRange(entry));
  if (scope.exclude.some(matches)) return false;
  return scope.domains.some(within) || scope.ranges.some(inRange);
}

/** Does an address or CIDR contain the whole of another? False when `inner` is neither. */
export function containsRange(range: string, inner: string): boolean {
  if (parseRange(inner) === null) return false;
  const [outerAddress, outerBits] = cidr(range);
  const [innerAddress, innerBits] = cidr(inner);
  if (outerAddress.kind() !== innerAddress.kind() || innerBits < outerBits) return false;
  if (outerAddress instanceof ipaddr.IPv4 && innerAddress instanceof ipaddr.IPv4)
    return innerAddress.match(outerAddress, outerBits);
  if (outerAddress instanceof ipaddr.IPv6 && innerAddress instanceof ipaddr.IPv6)
    return innerAddress.match(outerAddress, outerBits);
  return false;
}

/** Number of addresses in a canonical address or CIDR. */
export function addressCount(range: string): number {
  const [address, bits] = cidr(range);
  return 2 ** ((address.kind() === "ipv4" ? 32 : 128) - bits);
}

/** The scope of a scan: all seeds, or only `targets` where the caller named some. */
export function scopeOf(
  seeds: readonly SeedDomain[],
  targets: readonly string[] | null,
  exclude: readonly string[],
): Scope {
  const entries =
    targets ?? seeds.filter(({ kind }) => kind === "domain" || kind === "ip_range").map(({ value }) => value);
  const normalised = entries.map(normaliseTarget).filter((entry) => entry !== null);
  const isRange = (entry: string) => parseRange(entry) !== null;
  return {
    domains: normalised.filter((entry) => !isRange(entry)),
    ranges: normalised.filter(isRange),
    exclude: exclude.map((entry) => normaliseTarget(entry) ?? entry.toLowerCase()),
  };
}

/** A host name, address or CIDR in canonical form, else null. */
export const normaliseTarget = (text: string): string | null => {
  const lower = text.trim().toLowerCase();
  return parseRange(lower) ?? parseHost(lower);
};

/**
 * First assets of a scan: its domains and each address of its ranges, at most 4,096. A target below a seed is a host: what
 * is asked of a domain as such (its mail policy, who may issue its certificates) was never asked of it.
 */
export function seedAssets(scope: Scope, seeds: readonly SeedDomain[]): readonly Asset[] {
  const isSeed = new Set(seeds.map(({ value }) => value));
  const domains = scope.domains.map(
    (value): Asset => ({ kind: isSeed.has(value) ? "domain" : "host", value, attributes: { sources: ["seed"] } }),
  );
  const addresses = scope.ranges
    .flatMap(addressesOf)
    .slice(0, RANGE_ADDRESSES_MAX)
    .map((value): Asset => ({ kind: "ip", value, attributes: { names: [], foreign: false } }));
  return [...domains, ...addresses].filter(({ value }) => inScope(value, scope));
}

function addressesOf(range: string): string[] {
  const [first] = cidr(range);
  const bytes = first.toByteArray();
  const addresses: string[] = [];
  const count = Math.min(addressCount(range), RANGE_ADDRESSES_MAX);
  for (let index = 0; index < count; index += 1) {
    addresses.push(ipaddr.fromByteArray(bytes).toString());
    for (let position = bytes.length - 1; position >= 0; position -= 1) {
      const next = ((bytes[position] ?? 0) + 1) % 256;
      bytes[position] = next;
      if (next !== 0) break;
    }
  }
  return addresses;
}

function cidr(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes("/")) return ipaddr.parseCIDR(range);
  const address = ipaddr.parse(range);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
