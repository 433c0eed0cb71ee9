import { createBlockCheck } from "./block-list.ts";
import { netConfig } from "./config.ts";
import { createResolver } from "./dns.ts";
import { dnsServers } from "./dns-servers.ts";
import { createGuard } from "./guard.ts";
import { createHttp } from "./http.ts";
import { createHttpPools } from "./http-pools.ts";
import { createLifetime } from "./lifetime.ts";
import type { Net, NetOptions } from "./net.ts";
import { createAddressGate, createGate } from "./rate.ts";
import { createRelay } from "./relay.ts";
import { createScope } from "./scope.ts";
import { createServerQuestions } from "./server-question.ts";
import { createTcp } from "./tcp.ts";
import { createTls } from "./tls.ts";
import { createTransfer } from "./zone-transfer.ts";

/** Sockets in flight: a Lambda has 1,024 file descriptors, and the program needs some of them. */
const SOCKETS_MAX = 400;
/** Sockets in flight to one address: what a sweep over a host that drops silently needs; scanners ask for far fewer elsewhere. */
const SOCKETS_PER_ADDRESS_MAX = 300;
/** DNS questions load the resolver and not the customer's hosts, so that they keep a rate of their own. */
const DNS_PER_SECOND = 1_000;
const DNS_IN_FLIGHT_MAX = 100;
const DNS_PORT = 53;

/** Opens the door for one scan task. It works with what `configureNet` last set, until `close()` or the signal. */
export function openNet({ scope, ratePerSecond, userAgentMode, thirdPartyHosts = [], signal }: NetOptions): Net {
  const config = netConfig();
  const lifetime = createLifetime(signal);
  const gate = createAddressGate({
    ratePerSecond,
    concurrency: SOCKETS_MAX,
    concurrencyPerAddress: SOCKETS_PER_ADDRESS_MAX,
    lifetime,
  });
  const dnsGate = createGate({ ratePerSecond: DNS_PER_SECOND, concurrency: DNS_IN_FLIGHT_MAX, lifetime });
  const resolver = createResolver({ servers: dnsServers(config), lifetime, gate: dnsGate });
  const guard = createGuard({
    scope: createScope(scope),
    isBlocked: createBlockCheck(config.allowedCidrs),
    resolver,
  });
  const connections = { lifetime, guard, gate };
  const pools = createHttpPools();
  return {
    dns: {
      query: resolver.query,
      addresses: resolver.addresses,
      ask: createServerQuestions({ ...connections, port: config.authoritativePort ?? DNS_PORT }),
      transfer: createTransfer({ ...connections, port: config.authoritativePort ?? DNS_PORT }),
    },
    tcp: createTcp(connections),
    tls: createTls({ ...connections, trustedRoots: config.trustedRoots ?? [] }),
    http: createHttp({ ...connections, userAgentMode, pools, thirdPartyHosts: new Set(thirdPartyHosts) }),
    relay: createRelay(connections),
    inScope: guard.inScope,
    async close() {
      lifetime.end();
      await pools.destroy();
    },
  };
}
