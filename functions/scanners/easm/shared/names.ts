/** The name an address is known by: the shortest, then alphabetically first, of its names; the address where it has none. */
export const primaryName = (names: readonly string[], address: string): string =>
  names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? address;

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export const urlHost = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** `host:port`, IPv6 addresses in brackets. */
export const hostPort = (host: string, port: number): string => `${urlHost(host)}:${port}`;

/** True for an IPv4 or IPv6 address, as against a name. */
export const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");
