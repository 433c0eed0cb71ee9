import type { Decoy, LabHost, Section } from "../model.ts";
import { barePage, hardened, type LabRequest, page, type Responder, redirect, reply } from "../web/reply.ts";
import { homeSite, site } from "../web/site.ts";

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: 8443, respond }],
});

const loginForm =
  '<form method="post" action="/login"><input name="user"><input name="password" type="password"><button>Log in</button></form>';

const bare = barePage("Globex", loginForm, {
  server: "nginx/1.18.0",
  "x-powered-by": "PHP/7.4.3",
  "set-cookie": "sessionid=4f2ac1d09be7; Path=/",
});

const weakPolicies = page("Globex help", "<h1>Help</h1>", {
  "strict-transport-security": "max-age=3600",
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'",
});

/** A page whose CORS headers depend on the Origin that asks. */
const shared = (allow: (origin: string) => Record<string, string>) => (request: LabRequest) =>
  page("Globex data", "<h1>Data</h1>", { vary: "Origin", ...allow(request.headers.origin ?? "") });

const withCredentials = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
});

/** TRACE as RFC 9110, 9.3.8 has it: the request as it was received. */
const traced = (request: LabRequest) =>
  request.method === "TRACE"
    ? reply(200, "message/http", `TRACE ${request.target} HTTP/1.1\r\n${headerLines(request)}\r\n`)
    : page("Globex build", "<h1>Build</h1>");

const headerLines = (request: LabRequest): string =>
  Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

const toHttps = (request: LabRequest) =>
  redirect(request.urlOf("https", (request.headers.host ?? "").replace(/:\d+$/, ""), 8443, request.target), 301);

/** Near misses: every value is at the edge of what is right. */
const edge = site({
  "/": {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "strict-transport-security": "max-age=15552000",
      "content-security-policy":
        "default-src 'self'; script-src 'nonce-b3d9A1x' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      server: "nginx",
      "set-cookie": [
        "__Host-session=9c41d7; Path=/; Secure; HttpOnly; SameSite=Lax",
        "theme=dark; Path=/; Secure; HttpOnly; SameSite=Strict",
      ],
    },
    body: `<!doctype html><html lang="en"><head><title>Sign in</title></head><body>${loginForm}</body></html>`,
  },
});

/** Trusts one origin, by name. */
const trusting = (request: LabRequest) => {
  if (request.method !== "GET" && request.method !== "HEAD") return reply(405, "text/plain", "");
  const trusts = request.headers.origin === "https://www.acme.test";
  return page("Acme API", "<h1>API</h1>", {
    vary: "Origin",
    ...(trusts ? withCredentials("https://www.acme.test") : {}),
  });
};

/** A page with no form and no session, so framing it gains nothing, and a style sheet for everybody. */
const statics = site({
  "/": {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...Object.fromEntries(Object.entries(hardened).filter(([name]) => name !== "x-frame-options")),
      "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'",
    },
    body: '<!doctype html><html lang="en"><head><title>Assets</title><link rel="stylesheet" href="/site.css"></head><body>Assets</body></html>',
  },
  "/site.css": reply(200, "text/css", "body { margin: 0 }\n", { "access-control-allow-origin": "*" }),
});

const rules = [
  "hsts_missing",
  "hsts_short",
  "csp_missing",
  "csp_unsafe",
  "clickjacking",
  "nosniff_missing",
  "referrer_policy_missing",
  "cookie_not_secure",
  "cookie_not_httponly",
  "cookie_no_samesite",
  "cors_reflected_credentials",
  "cors_null_credentials",
  "cors_wildcard",
  "trace_enabled",
  "version_disclosed",
];

const decoysOn = (host: string, why: string): readonly Decoy[] =>
  rules.map((rule) => ({ resembles: `easm.headers.${rule}`, host, port: 8443, path: "/", why }));

const truth = (rule: string, host: string, why: string, parameter?: string) => ({
  rule: `easm.headers.${rule}`,
  host,
  port: 8443,
  why,
  ...(parameter === undefined ? {} : { parameter }),
});

/** Response headers, cookies, CORS and the way from http to https. */
export const headers: Section = {
  hosts: [
    https("www.globex.test", site({ "/": bare })),
    https("help.globex.test", site({ "/": weakPolicies })),
    https("api.globex.test", site({ "/": shared((origin) => (origin === "" ? {} : withCredentials(origin))) })),
    https("id.globex.test", site({ "/": shared((origin) => (origin === "null" ? withCredentials("null") : {})) })),
    https("data.globex.test", site({ "/": shared(() => ({ "access-control-allow-origin": "*" })) })),
    https("build.globex.test", site({ "/": traced })),
    {
      names: ["portal.globex.test"],
      services: [{ kind: "http", port: 8080, respond: site({ "/": page("Portal", loginForm) }) }],
    },
    {
      names: ["docs.globex.test"],
      services: [
        { kind: "http", port: 8080, respond: homeSite("Globex documents") },
        { kind: "https", port: 8443, respond: homeSite("Globex documents") },
      ],
    },
    {
      names: ["www.acme.test"],
      aliases: ["portal.acme.test", "web.acme.test", "events.acme.test", "news2.acme.test"],
      services: [
        { kind: "http", port: 8080, respond: toHttps },
        { kind: "https", port: 8443, respond: homeSite("Acme") },
      ],
    },
    {
      names: ["id.acme.test"],
      services: [
        { kind: "http", port: 8080, respond: toHttps },
        { kind: "https", port: 8443, respond: edge },
      ],
    },
    {
      names: ["api.acme.test"],
      services: [
        { kind: "http", port: 8080, respond: toHttps },
        { kind: "https", port: 8443, respond: trusting },
      ],
    },
    https("assets.acme.test", statics),
  ],
  truths: [
    truth("hsts_missing", "www.globex.test", "No Strict-Transport-Security."),
    truth("csp_missing", "www.globex.test", "No Content-Security-Policy."),
    truth("clickjacking", "www.globex.test", "A login form that any site may frame."),
    truth("nosniff_missing", "www.globex.test", "No X-Content-Type-Options."),
    truth("referrer_policy_missing", "www.globex.test", "No Referrer-Policy."),
    truth("cookie_not_secure", "www.globex.test", "Session cookie without Secure.", "sessionid"),
    truth("cookie_not_httponly", "www.globex.test", "Session cookie without HttpOnly.", "sessionid"),
    truth("cookie_no_samesite", "www.globex.test", "Session cookie without SameSite.", "sessionid"),
    truth("version_disclosed", "www.globex.test", "nginx/1.18.0.", "server"),
    truth("version_disclosed", "www.globex.test", "PHP/7.4.3.", "x-powered-by"),
    truth("hsts_short", "help.globex.test", "An hour."),
    truth("csp_unsafe", "help.globex.test", "'unsafe-inline' without nonce or hash."),
    truth("cors_reflected_credentials", "api.globex.test", "Any origin is echoed, with credentials."),
    truth("cors_null_credentials", "id.globex.test", "The null origin is trusted, with credentials."),
    truth("cors_wildcard", "data.globex.test", "Any origin may read the page."),
    truth("trace_enabled", "build.globex.test", "TRACE echoes the request."),
    {
      rule: "easm.http.plain_http_only",
      host: "portal.globex.test",
      port: 8080,
      why: "A login form without any https.",
    },
    {
      rule: "easm.http.http_no_redirect",
      host: "docs.globex.test",
      port: 8080,
      why: "Content over http beside https.",
    },
  ],
  decoys: [
    ...decoysOn("www.acme.test", "Every header is there and right."),
    ...decoysOn("id.acme.test", "Every value is at the edge of what is right."),
    ...decoysOn("api.acme.test", "One named origin is trusted, and no other."),
    ...decoysOn("assets.acme.test", "No form, no session; only a style sheet is for everybody."),
    ...["www.acme.test", "id.acme.test", "api.acme.test"].flatMap((host) =>
      ["plain_http_only", "http_no_redirect"].map((rule) => ({
        resembles: `easm.http.${rule}`,
        host,
        port: 8080,
        path: "/",
        why: "Redirects to https for good.",
      })),
    ),
  ],
};
