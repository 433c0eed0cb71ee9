import type { Pool } from "undici";
import type { UserAgentMode } from "../domain/vocabulary.ts";
import { asNetError } from "./failure.ts";
import { type Body, readBody } from "./http-body.ts";
import {
  bodyText,
  contentCodings,
  type ResponseHeaders,
  rawLines,
  requestHeaders,
  responseHeaders,
} from "./http-headers.ts";
import type { HttpPools } from "./http-pools.ts";
import { redirectHop } from "./http-redirect.ts";
import { describedUrl, type HttpUrl, parseHttpUrl } from "./http-url.ts";
import { aborted } from "./lifetime.ts";
import { type Http, type HttpRequest, type HttpResponse, NetError } from "./net.ts";
import { REQUEST_WEIGHT } from "./rate.ts";
import type { Connections } from "./tcp.ts";

/** For the whole request, redirects and repetition included; waiting for the scan's rate does not count. */
const TIMEOUT_MS = 15_000;
const BODY_BYTES_MAX = 1024 * 1024;
/** Whatever a caller asks for. */
const REDIRECTS_MAX = 20;
/** Requests that may be sent twice when a kept connection dies under them (RFC 9110 9.2.2). */
const idempotent = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

export interface HttpOptions extends Connections {
  readonly userAgentMode: UserAgentMode;
  readonly pools: HttpPools;
  readonly thirdPartyHosts: ReadonlySet<string>;
}

interface Answer extends Body {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** HTTP/1.1 through the guard. Each hop of a redirect is checked, counted and pinned like a request of its own. */
export function createHttp({ lifetime, guard, gate, pools, userAgentMode, thirdPartyHosts }: HttpOptions): Http {
  /** Sources that the deployment may ask are only read from, encrypted, and never lead elsewhere. */
  const isThirdParty = (url: HttpUrl, request: HttpRequest): boolean =>
    thirdPartyHosts.has(url.host) && url.href.startsWith("https:") && methodOf(request) === "GET";

  const send = async (url: HttpUrl, ip: string, request: HttpRequest, timeoutMs: number): Promise<Answer> => {
    const what = describedUrl(url);
    const controller = new AbortController();
    const late = () => controller.abort(new NetError("timeout", `${what}: not done in time`));
    const timer = setTimeout(late, timeoutMs);
    const forget = lifetime.onEnd(() => controller.abort(aborted(what)));
    const headers = requestHeaders(userAgentMode, request.headers);
    try {
      return await pools.use(url, ip, (pool) =>
        answerOf(pool, url, { ...request, headers }, timeoutMs, controller.signal),
      );
    } catch (error) {
      throw asNetError(controller.signal.aborted ? controller.signal.reason : error, what);
    } finally {
      clearTimeout(timer);
      forget();
    }
  };

  return {
    async request(firstUrl, firstRequest = {}) {
      const redirects: string[] = [];
      let leftMs = firstRequest.timeoutMs ?? TIMEOUT_MS;
      let request = firstRequest;
      let url = parseHttpUrl(firstUrl);
      lifetime.assertOpen(describedUrl(url));
      const isSource = isThirdParty(url, request);
      const redirectsMax = isSource ? 0 : Math.min(request.redirectsMax ?? 0, REDIRECTS_MAX);
      let ip = isSource
        ? await guard.addressOfServer(url.host)
        : await guard.addressOf({ host: url.host, ...(request.ip === undefined ? {} : { ip: request.ip }) });
      for (;;) {
        const sendOnce = () =>
          gate.run(ip, REQUEST_WEIGHT, describedUrl(url), async () => {
            const startMs = performance.now();
            try {
              return await send(url, ip, request, Math.max(1, leftMs));
            } finally {
              leftMs -= performance.now() - startMs;
            }
          });
        const answer = await sendOnce().catch((error: unknown) => again(error, request, sendOnce));
        const hop = redirectHop(url.href, answer.status, answer.headers, request);
        const nextUrl = hop && redirects.length < redirectsMax ? parseHttpUrl(hop.url) : null;
        const nextIp = hop && nextUrl ? await permittedAddress(nextUrl.host, hop.request.ip) : null;
        if (!hop || !nextUrl || nextIp === null) return responseOf(url, ip, redirects, answer);
        redirects.push(url.href);
        [url, ip, request] = [nextUrl, nextIp, hop.request];
      }
    },
  };

  /** The address of a redirect's target; null when it must not be touched, so that the redirect itself is the answer. */
  async function permittedAddress(host: string, ip: string | undefined): Promise<string | null> {
    try {
      return await guard.addressOf({ host, ...(ip === undefined ? {} : { ip }) });
    } catch (error) {
      if (error instanceof NetError && (error.code === "out_of_scope" || error.code === "blocked_address")) return null;
      throw error;
    }
  }
}

async function answerOf(
  pool: Pool,
  url: HttpUrl,
  request: HttpRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await pool.request({
    path: url.path,
    method: methodOf(request),
    headers: request.headers ?? {},
    body: request.body ?? null,
    signal,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    responseHeaders: "raw",
  });
  const headers = responseHeaders(rawLines(response.headers));
  const codings = contentCodings(headers);
  const body = await readBody(response.body, codings, request.bytesMax ?? BODY_BYTES_MAX, describedUrl(url));
  return { status: response.statusCode, headers, ...body };
}

/** Repeats a request whose connection was closed under it, once: a kept connection may be closing as we write. */
function again(error: unknown, request: HttpRequest, repeat: () => Promise<Answer>): Promise<Answer> {
  const isRepeatable = idempotent.has(methodOf(request)) && request.body === undefined;
  if (isRepeatable && error instanceof NetError && error.code === "reset") return repeat();
  throw error;
}

function responseOf(url: HttpUrl, ip: string, redirects: readonly string[], answer: Answer): HttpResponse {
  const { status, headers, body, truncated } = answer;
  return {
    url: url.href,
    status,
    headers,
    body,
    truncated,
    redirects,
    ip,
    header: (name) => headers[name.toLowerCase()]?.[0] ?? null,
    text: () => bodyText(body, headers),
  };
}

const methodOf = ({ method = "GET" }: HttpRequest): string => method.toUpperCase();
