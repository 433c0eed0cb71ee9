import { canonicalAddress } from "./address.ts";
import type { BlockCheck } from "./block-list.ts";
import type { Resolver } from "./dns.ts";
import { NetError, type Target } from "./net.ts";
import { canonicalHost, type ScopeCheck } from "./scope.ts";

/** Decides what may be connected to. Its answer is an address, so that nothing is resolved again after the check. */
export interface Guard {
  inScope(host: string): boolean;
  /** Throws NetError `out_of_scope` when the name or address is not in scope. */
  assertScope(host: string): void;
  /**
   * The address to connect to for a target. Throws NetError: `out_of_scope`, `blocked_address`, `name_not_found`, or what
   * the resolver throws.
   */
  addressOf(target: Pick<Target, "host" | "ip">): Promise<string>;
  /** The same for a host that serves the scan without being its target (a zone's name server, a public source): it need not be in scope but must not be excluded. */
  addressOfServer(nameServer: string, ip?: string): Promise<string>;
}

export interface GuardOptions {
  readonly scope: ScopeCheck;
  readonly isBlocked: BlockCheck;
  readonly resolver: Resolver;
}

/** The one place where scope, block list and resolution meet. */
export function createGuard({ scope, isBlocked, resolver }: GuardOptions): Guard {
  const assertScope = (host: string) => {
    if (!scope.allows(host)) throw new NetError("out_of_scope", `${host} is not in the scope of this scan`);
  };

  /** Why an address must not be connected to, null when it may. */
  const refusal = (host: string, address: string): NetError | null => {
    if (scope.excludes(address))
      return new NetError("out_of_scope", `${described(host, address)} is excluded from this scan`);
    if (isBlocked(address)) {
      return new NetError(
        "blocked_address",
        `${described(host, address)} is not a public address and is never connected to`,
      );
    }
    return null;
  };

  const checkedAddress = async (host: string, ip: string | undefined): Promise<string> => {
    const candidates = ip === undefined ? await resolver.addresses(host) : [pinned(host, ip)];
    let refused: NetError | null = null;
    for (const address of candidates) {
      const reason = refusal(host, address);
      if (reason === null) return address;
      refused ??= reason;
    }
    throw refused ?? new NetError("name_not_found", `${host} has no address`);
  };

  return {
    inScope: (host) => scope.allows(host),
    assertScope,
    async addressOf({ host, ip }) {
      assertScope(host);
      return checkedAddress(host, ip);
    },
    async addressOfServer(nameServer, ip) {
      if (scope.excludes(nameServer)) throw new NetError("out_of_scope", `${nameServer} is excluded from this scan`);
      return checkedAddress(nameServer, ip);
    },
  };
}

/** The address that the caller wants for a host. An address as host leaves no choice. */
function pinned(host: string, ip: string): string {
  const address = canonicalAddress(ip);
  if (address === null) throw new NetError("protocol_error", `${host}: ${JSON.stringify(ip)} is not an address`);
  const own = canonicalHost(host);
  if (own !== null && canonicalAddress(own) !== null && own !== address) {
    throw new NetError("out_of_scope", `${host} is an address and cannot be reached at ${address}`);
  }
  return address;
}

const described = (host: string, address: string): string => (host === address ? address : `${host} (${address})`);
