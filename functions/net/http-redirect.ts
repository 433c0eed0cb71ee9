import type { ResponseHeaders } from "./http-headers.ts";
import type { HttpRequest } from "./net.ts";

/** The next request of a redirect. */
export interface Hop {
  readonly url: string;
  readonly request: HttpRequest;
}

const redirecting = new Set([301, 302, 303, 307, 308]);
/** Headers that speak of the body that a change to GET drops. */
const bodyHeaders = /^(content-|transfer-encoding$)/;
/** Headers that were meant for the first origin alone. */
const originHeaders = new Set(["authorization", "cookie", "host", "proxy-authorization"]);

/**
 * Where a response redirects to, null when it does not, or not to http(s). As browsers do it (Fetch, HTTP-redirect
 * fetch): 303, and 301/302 after POST, become GET without a body; credentials stay with their origin.
 */
export function redirectHop(from: string, status: number, headers: ResponseHeaders, request: HttpRequest): Hop | null {
  const location = headers.location?.[0];
  if (!redirecting.has(status) || location === undefined) return null;
  // Header bytes are read as Latin-1, locations are written in UTF-8.
  const target = URL.parse(Buffer.from(location, "latin1").toString("utf8").trim(), from);
  if (!target || !/^https?:$/.test(target.protocol) || target.username !== "" || target.password !== "") return null;
  target.hash = "";

  const base = new URL(from);
  const method = (request.method ?? "GET").toUpperCase();
  const becomesGet = (status === 303 && method !== "HEAD") || (status <= 302 && method === "POST");
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => !(becomesGet && bodyHeaders.test(name)) && (target.origin === base.origin || !originHeaders.has(name)),
  );
  const { body, ip, ...rest } = request;
  return {
    url: target.href,
    request: {
      ...rest,
      method: becomesGet ? "GET" : method,
      headers: Object.fromEntries(kept),
      ...(body !== undefined && !becomesGet ? { body } : {}),
      ...(ip !== undefined && target.hostname === base.hostname ? { ip } : {}),
    },
  };
}
