import { isIPv6, type LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import { buildConnector, Pool } from "undici";
import type { HttpUrl } from "./http-url.ts";
import { permissiveContext } from "./tls.ts";

/** Connections to one origin at the same time. */
const CONNECTIONS_PER_ORIGIN = 16;
/** Pools kept while idle; connections of an idle pool close by themselves. */
const POOLS_MAX = 256;
const IDLE_MS = 4_000;
const HEADER_BYTES_MAX = 32 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/** How the connections speak TLS. */
export interface PoolTls {
  /** Called once, for the first connection: reading roots takes tens of milliseconds. */
  context(): SecureContext;
  /** Whether a certificate that is not trusted, or is for another name, ends the connection. */
  readonly rejectUnauthorized: boolean;
}

/** For scans: certificates are what is looked at. */
const anyCertificate: PoolTls = { context: () => permissiveContext([]), rejectUnauthorized: false };

export interface HttpPools {
  /** Runs `task` with the connections of one origin at one checked address. */
  use<T>(url: HttpUrl, ip: string, task: (pool: Pool) => Promise<T>): Promise<T>;
  /** Ends every connection at once. */
  destroy(): Promise<void>;
}

/**
 * Connections are kept per origin and address, never per origin alone: a kept connection must not stand in for an
 * address that was not the one checked.
 */
export function createHttpPools(tls: PoolTls = anyCertificate): HttpPools {
  const pools = new Map<string, { readonly pool: Pool; users: number }>();
  let context: SecureContext | undefined;

  const entryFor = (url: HttpUrl, ip: string) => {
    const key = `${url.origin} ${ip}`;
    const known = pools.get(key);
    // Moved to the end, so that the least recently used comes first.
    pools.delete(key);
    context ??= tls.context();
    const entry = known ?? { pool: openPool(url, ip, context, tls.rejectUnauthorized), users: 0 };
    pools.set(key, entry);
    return entry;
  };

  const forgetIdle = () => {
    for (const [key, { pool, users }] of pools) {
      if (pools.size <= POOLS_MAX) return;
      if (users > 0) continue;
      pools.delete(key);
      void pool.destroy();
    }
  };

  return {
    async use(url, ip, task) {
      const entry = entryFor(url, ip);
      entry.users += 1;
      try {
        return await task(entry.pool);
      } finally {
        entry.users -= 1;
        forgetIdle();
      }
    },
    async destroy() {
      const closing = [...pools.values()].map(({ pool }) => pool.destroy());
      pools.clear();
      await Promise.all(closing);
    },
  };
}

function openPool(url: HttpUrl, ip: string, secureContext: SecureContext, rejectUnauthorized: boolean): Pool {
  const connector = buildConnector({
    secureContext,
    rejectUnauthorized,
    lookup: pinnedLookup(ip),
    timeout: CONNECT_TIMEOUT_MS,
    maxCachedSessions: 0,
    allowH2: false,
  });
  return new Pool(url.origin, {
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The SNI is the URL's host even when the caller sends another Host header; an address has none (RFC 6066 3).
    connect: (options, callback) => connector({ ...options, servername: "" }, callback),
  });
}

/** Answers every look-up with the address that was checked. */
const pinnedLookup =
  (ip: string): LookupFunction =>
  (_host, options, callback) => {
    const family = isIPv6(ip) ? 6 : 4;
    if (options.all) callback(null, [{ address: ip, family }]);
    else callback(null, ip, family);
  };
