import { canonicalRange } from "./address.ts";

/** What differs where the service does not look at the public internet: one machine with its lab, and tests. */
export interface NetConfig {
  /** `host:port` of the one DNS server to ask, `[address]:port` for IPv6. Default: the system's resolvers. */
  readonly resolver?: string;
  /** Port on which servers other than the resolver are asked, zone transfers included. Default 53. */
  readonly authoritativePort?: number;
  /** CIDRs that may be reached although the block list has them. The metadata services stay blocked. */
  readonly allowedCidrs?: readonly string[];
  /** PEM certificates that count as trusted roots beside the bundled Mozilla ones. */
  readonly trustedRoots?: readonly string[];
}

let current: NetConfig = {};

/**
 * Replaces the configuration of every `Net` that is opened from now on; `{}` restores the defaults. Only the local
 * runtime and tests call it: a deployed service has no setting that leads here. Throws RangeError on a malformed value.
 */
export function configureNet(config: NetConfig): void {
  for (const range of config.allowedCidrs ?? []) {
    if (canonicalRange(range) === null) throw new RangeError(`Not an address or CIDR: ${range}`);
  }
  if (config.resolver !== undefined && !/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i.test(config.resolver)) {
    throw new RangeError(`Not a host:port: ${config.resolver}`);
  }
  current = { ...config };
}

/** The configuration that a `Net` opened now works with. */
export const netConfig = (): NetConfig => current;

/** What a webhook's receiver on one's own machine or network needs. */
export interface PostConfig {
  /** Asks the system's resolvers for names, also where scans ask another: a lab's knows the lab alone. */
  readonly systemResolver?: boolean;
  /** Posts to `http:` as well. */
  readonly allowHttp?: boolean;
  /** Posts to addresses that are not public as well. The metadata services stay blocked. */
  readonly allowPrivate?: boolean;
}

let currentPost: PostConfig = {};

/** Replaces the configuration of every `post` from now on, under the same rule as `configureNet`; `{}` restores the defaults. */
export function configurePost(config: PostConfig): void {
  currentPost = { ...config };
}

/** The configuration that a `post` works with now. */
export const postConfig = (): PostConfig => currentPost;
