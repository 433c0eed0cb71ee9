import type { Pool } from "undici";
import { createBlockCheck } from "./block-list.ts";
import { type NetConfig, netConfig, postConfig } from "./config.ts";
import { createResolver } from "./dns.ts";
import { dnsServers } from "./dns-servers.ts";
import { asNetError } from "./failure.ts";
import { createGuard } from "./guard.ts";
import { type ResponseHeaders, rawLines, responseHeaders } from "./http-headers.ts";
import { createHttpPools, type HttpPools } from "./http-pools.ts";
import { type HttpUrl, parseHttpUrl } from "./http-url.ts";
import { createLifetime, type Lifetime } from "./lifetime.ts";
import { NetError } from "./net.ts";
import type { Gate } from "./rate.ts";
import type { ScopeCheck } from "./scope.ts";
import { strictContext } from "./tls.ts";

/** For the whole of a post, the look-up of the name included. */
export const POST_TIMEOUT_MS = 10_000;
/** An answer's body is read only so that its connection can serve again; a longer or slower one is cut off. */
const BODY_BYTES_MAX = 1024;
const BODY_TIMEOUT_MS = 1_000;

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Default and most: POST_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/**
 * Posts what the operator wants posted, to a URL of theirs: no scan, hence without a scope. The URL must be https, its
 * host have a public address (see `configurePost`) and a certificate for its name from a trusted root. The address that
 * was checked is the one connected to, and no redirect is followed. Throws NetError, whose message names the origin and
 * not the rest of the URL, which may hold a secret.
 */
export async function post(href: string, request: PostRequest): Promise<PostAnswer> {
  const url = targetOf(href);
  const what = `POST ${url.origin}`;
  const timeoutMs = Math.min(request.timeoutMs ?? POST_TIMEOUT_MS, POST_TIMEOUT_MS);
  const controller = new AbortController();
  const late = () => controller.abort(new NetError("timeout", `${what}: no answer within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  const lifetime = createLifetime(controller.signal);
  const config = netConfig();
  try {
    const sendTo = (ip: string) =>
      poolsFor(config).use(url, ip, (pool) => {
        const send = () => answerOf(pool, url, request, controller.signal);
        const mayBeStale = pool.stats.connected > 0;
        // A kept connection may have been closed while the process stood still: that says nothing about the receiver.
        return send().catch((error: unknown) => {
          if (mayBeStale && asNetError(error, what).code === "reset") return send();
          throw error;
        });
      });
    const [first, ...others] = await addressesOf(url.host, config, lifetime);
    return await others.reduce(
      (answer, ip) =>
        answer.catch((error: unknown) => {
          // Nobody has had the request then.
          if (isNobodyThere(asNetError(error, what))) return sendTo(ip);
          throw error;
        }),
      sendTo(first),
    );
  } catch (error) {
    throw asNetError(controller.signal.aborted ? controller.signal.reason : error, what);
  } finally {
    clearTimeout(timer);
    lifetime.end();
  }
}

function targetOf(href: string): HttpUrl {
  const url = parsed(href);
  if (url === null) throw new NetError("protocol_error", "POST: not an http or https URL without a user name");
  if (url.scheme === "https" || postConfig().allowHttp) return url;
  throw new NetError("protocol_error", `POST ${url.origin}: only https is allowed`);
}

function parsed(href: string): HttpUrl | null {
  try {
    return parseHttpUrl(href);
  } catch {
    // The parser's message quotes the URL.
    return null;
  }
}

const everywhere: ScopeCheck = { allows: () => true, excludes: () => false };
/** Two questions need no rate. */
const unbounded: Gate = { run: (_weight, _what, task) => task() };
const loopback = ["127.0.0.1", "::1"];

const isNobodyThere = ({ code }: NetError): boolean => code === "refused" || code === "unreachable";

/**
 * The addresses that may be connected to, at least one, in an order of their own each time: one of several that hangs must
 * not be tried first for ever. Looked up anew each time, as a process may live long after a receiver has moved.
 */
async function addressesOf(host: string, config: NetConfig, lifetime: Lifetime): Promise<[string, ...string[]]> {
  const resolver = createResolver({
    servers: dnsServers(postConfig().systemResolver ? {} : config),
    lifetime,
    gate: unbounded,
  });
  const addresses = async (name: string) =>
    // RFC 6761 6.3: such a name is loopback, whatever a resolver says or does not.
    /(^|\.)localhost\.?$/.test(name) ? loopback : resolver.addresses(name);
  const isBlocked = createBlockCheck(postConfig().allowPrivate ? ["0.0.0.0/0", "::/0"] : []);
  const guard = createGuard({ scope: everywhere, isBlocked, resolver: { ...resolver, addresses } });
  const found = (await addresses(host))
    .map((ip) => ({ ip, turn: Math.random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ ip }) => ip);
  const checks = await Promise.allSettled(found.map((ip) => guard.addressOf({ host, ip })));
  const [first, ...others] = checks.flatMap((check) => (check.status === "fulfilled" ? check.value : []));
  if (first !== undefined) return [first, ...others];
  const refused = checks.find((check) => check.status === "rejected");
  throw refused?.reason ?? new NetError("name_not_found", `${host} has no address`);
}

let kept: { readonly config: NetConfig; readonly pools: HttpPools } | undefined;

/** Connections stay open between posts, as long as the roots stay the same. Idle ones keep no process alive. */
function poolsFor(config: NetConfig): HttpPools {
  if (kept?.config === config) return kept.pools;
  void kept?.pools.destroy();
  const context = () => strictContext(config.trustedRoots ?? []);
  kept = { config, pools: createHttpPools({ context, rejectUnauthorized: true }) };
  return kept.pools;
}

async function answerOf(pool: Pool, url: HttpUrl, request: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
  const { statusCode, headers, body } = await pool.request({
    path: url.path,
    method: "POST",
    headers: request.headers,
    body: request.body,
    signal,
    responseHeaders: "raw",
  });
  // The status is the answer, whatever becomes of the body.
  await body.dump({ limit: BODY_BYTES_MAX, signal: AbortSignal.timeout(BODY_TIMEOUT_MS) }).catch(() => undefined);
  return { status: statusCode, headers: responseHeaders(rawLines(headers)) };
}
