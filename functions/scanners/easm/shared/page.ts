import type { HttpRequest, HttpResponse, Net } from "../../../net/net.ts";

const HOPS_MAX = 5;
const BODY_MAX = 524_288;
const TIMEOUT_MS = 10_000;

/** Where asking for an origin's first page led. */
export interface Landing {
  /** The last answer. It is a redirect when the chain left the origin, looped or was too long. */
  readonly response: HttpResponse;
  /** Every answer of the origin on the way, the last one included. */
  readonly answers: readonly HttpResponse[];
  /** `content`: an answer of the origin itself. `elsewhere`: a redirect to another origin. `loop`: redirects without end. */
  readonly outcome: "content" | "elsewhere" | "loop";
  /** Target of the redirect that left the origin. */
  readonly destination: URL | null;
}

/**
 * Requests `url` and follows redirects within its origin (at most 5, cookies not kept), so that what is judged is the
 * origin's own page and never somebody else's. Throws NetError when the first request fails or a later one does.
 */
export async function land(net: Net, url: string, ip: string, request: HttpRequest = {}): Promise<Landing> {
  const origin = new URL(url).origin;
  const seen = new Set<string>();
  const answers: HttpResponse[] = [];
  let next = url;
  for (;;) {
    seen.add(next);
    const response = await net.http.request(next, { bytesMax: BODY_MAX, timeoutMs: TIMEOUT_MS, ...request, ip });
    answers.push(response);
    const destination = redirectTarget(response, next);
    if (destination === null) return { response, answers, outcome: "content", destination };
    if (destination.origin !== origin) return { response, answers, outcome: "elsewhere", destination };
    next = destination.href;
    if (seen.has(next) || answers.length > HOPS_MAX) return { response, answers, outcome: "loop", destination };
  }
}

/** Where a 3xx answer points, without the fragment; null when it is no redirect or names no usable URL. */
export function redirectTarget(response: HttpResponse, base: string): URL | null {
  const location = response.status >= 300 && response.status < 400 ? response.header("location") : null;
  if (location === null || !URL.canParse(location, base)) return null;
  const url = new URL(location, base);
  url.hash = "";
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

/** True when the answer is declared as HTML, or undeclared and looks like it. */
export function isHtml(response: HttpResponse): boolean {
  const type = response.header("content-type");
  return type === null ? looksLikeHtml(response.text()) : /^\s*(text\/html|application\/xhtml\+xml)/i.test(type);
}

/** True when a text begins or carries on as an HTML document, whatever it was declared to be. */
export const looksLikeHtml = (text: string): boolean =>
  /<(!doctype html|html|head|body|script|title)[\s>]/i.test(text.slice(0, 4096));

export const isSuccess = (response: HttpResponse): boolean => response.status >= 200 && response.status < 300;

/** A URL that redirects led to, without its query: values there are made for the visit. */
export const withoutQuery = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? url).replace(/^([a-z]{1,20}:\/\/)[^/@]*@/i, "$1");
