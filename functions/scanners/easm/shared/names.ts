import type { ScanTools } from "../../scanner.ts";

/** Sources of names that were there before the scan: `domain` and `host` assets of seeds and of earlier findings. */
const OLD_SOURCES: readonly string[] = ["seed", "known"];

/** The names that were known before this scan: the seeds, and the hosts that have findings. */
export const namesKnownBefore = ({ known }: Pick<ScanTools, "known">): ReadonlySet<string> =>
  new Set(
    [...known("domain"), ...known("host")]
      .filter(({ attributes }) => attributes.sources.some((source) => OLD_SOURCES.includes(source)))
      .map(({ value }) => value),
  );

/**
 * Names in the order in which a service is called by them: those `known` before the scan first, so that a new alias does
 * not rename what has findings already; among equals the shortest, then alphabetically first.
 */
export const inPreference = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names.toSorted(
    (a, b) => Number(known.has(b)) - Number(known.has(a)) || a.length - b.length || (a < b ? -1 : Number(a > b)),
  );

/** The name an address is known by: the first in preference of its names; the address where it has none. */
export const primaryName = (names: readonly string[], address: string, known: ReadonlySet<string>): string =>
  inPreference(names, known)[0] ?? address;

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export const urlHost = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** `host:port`, IPv6 addresses in brackets. */
export const hostPort = (host: string, port: number): string => `${urlHost(host)}:${port}`;

/** True for an IPv4 or IPv6 address, as against a name. */
export const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");
