import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { isDeletion, isSessionLike, parseCookie, stemOf } from "../../../functions/scanners/easm/headers/cookies.ts";
import { parsePolicies, unsafeScriptSources } from "../../../functions/scanners/easm/headers/csp.ts";
import { headers } from "../../../functions/scanners/easm/headers.ts";
import { netBench, webApp } from "./net-bench.ts";

const bench = netBench();

const good = {
  "content-type": "text/html",
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  server: "nginx",
};

const scan = async (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  bench.scan(headers, webApp(await bench.web(answer)));

const page = (own: Readonly<Record<string, string | string[]>> = {}, body = "<p>hello</p>") =>
  scan((request, response) => {
    if (request.method !== "GET") response.writeHead(405).end();
    else response.writeHead(200, { ...good, ...own }).end(body);
  });

describe("pages", () => {
  test("a well-configured page gives nothing", async () => {
    expect((await page({}, "<form></form>")).rules).toEqual([]);
  });

  test("a bare page with a form lacks four headers", async () => {
    const { rules } = await scan((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<form></form>"),
    );
    expect(rules).toEqual(["clickjacking", "csp_missing", "nosniff_missing", "referrer_policy_missing"]);
  });

  test("JSON, errors and redirects are not judged", async () => {
    const bare = (status: number, type: string) =>
      scan((_, response) =>
        response.writeHead(status, { "content-type": type, location: "https://x.invalid/" }).end("{}"),
      );
    expect((await bare(200, "application/json")).rules).toEqual([]);
    expect((await bare(404, "text/html")).rules).toEqual([]);
    expect((await bare(302, "text/html")).rules).toEqual([]);
  });

  test("versions are told from names", async () => {
    const versions = { server: "Apache/2.4.58 (Debian)", "x-powered-by": "Express", "x-generator": "Drupal 10" };
    const { detections } = await page(versions);
    expect(detections.map(({ rule, parameter }) => [rule, parameter])).toEqual([
      ["version_disclosed", "server"],
      ["version_disclosed", "x-generator"],
    ]);
  });
});

describe("cookies", () => {
  test("a bare session cookie fails three ways, and lets the page be framed if nothing forbids it", async () => {
    const { rules } = await page({ "set-cookie": "PHPSESSID=abc123; Path=/" });
    expect(rules).toEqual(["cookie_no_samesite", "cookie_not_httponly", "cookie_not_secure"]);
  });

  test("protected, deleted and unimportant cookies give nothing", async () => {
    const cookies = [
      "__Host-session=abc; Secure; HttpOnly; SameSite=Lax",
      "sid=; Max-Age=0",
      "auth=gone; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "csrftoken=abc",
      "theme=dark",
      "residence=berlin",
    ];
    expect((await page({ "set-cookie": cookies })).rules).toEqual([]);
  });

  test("names that carry sessions are known by their words", () => {
    const yes = [
      "connect.sid",
      "ASP.NET_SessionId",
      "laravel_session",
      "JSESSIONID",
      "accessToken",
      "auth_token",
      "jwt",
    ];
    const no = [
      "XSRF-TOKEN",
      "csrf_token",
      "sidebar",
      "consent",
      "author",
      "oauth_state",
      "login.nonce",
      "auth_csrf",
      "mod_auth_openidc_state_Xy1",
      "_ga",
      "possession",
    ];
    expect(yes.filter((name) => !isSessionLike(name))).toEqual([]);
    expect(no.filter(isSessionLike)).toEqual([]);
  });

  test.each([
    ["ASPSESSIONIDQQABCDEF", "ASPSESSIONID*"],
    ["mod_auth_openidc_state_yT5-_kq", "mod_auth_openidc_state_*"],
    ["com.auth0.auth.Zk3", "com.auth0.*"],
    ["wordpress_logged_in_5d41402abc4b2a76", "wordpress_logged_in_*"],
    ["session_9f86d081", "session_*"],
    ["sid-550e8400-e29b-41d4-a716-446655440000", "sid-*"],
    ["session_20260101_a1B2c3", "session_*"],
    ["PHPSESSID", "PHPSESSID"],
    ["my_oauth2", "my_oauth2"],
    ["accessToken", "accessToken"],
  ])("the name %s is told as %s", (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });

  test("cookies that differ in a random part only are one", async () => {
    const cookies = ["session_9f86d081=a; Secure; HttpOnly", "session_1b4f0e98=b; Secure; HttpOnly"];
    const { detections } = await page({ "set-cookie": cookies });
    expect(detections.map(({ rule, parameter }) => [rule, parameter])).toEqual([["cookie_no_samesite", "session_*"]]);
  });

  test("lines without a name are no cookies", () => {
    expect(parseCookie("=x")).toBeNull();
    expect(parseCookie("justtext")).toBeNull();
    const cookie = parseCookie("a=b; max-age=10; expires=Thu, 01 Jan 1970 00:00:00 GMT");
    expect(cookie && isDeletion(cookie, new Date("2026-01-01"))).toBe(false);
  });
});

describe("content security policies", () => {
  test.each([
    ["script-src 'self' 'unsafe-inline'", ["'unsafe-inline'"]],
    ["default-src *", ["*"]],
    ["script-src https: 'nonce-abc' 'unsafe-inline' 'strict-dynamic'", []],
    ["script-src 'self'; style-src 'unsafe-inline'", []],
    ["script-src 'self'; script-src *", []],
    ["frame-ancestors 'none'", []],
  ])("%s", (text, unsafe) => {
    expect(parsePolicies([text]).flatMap(unsafeScriptSources)).toEqual(unsafe);
  });

  test("one strict policy makes up for a lax one", async () => {
    expect(
      (await page({ "content-security-policy": ["script-src *; frame-ancestors 'none'", "script-src 'self'"] })).rules,
    ).toEqual([]);
  });
});

describe("other origins", () => {
  const cors = (allowed: (origin: string) => string | null, credentials = true) =>
    scan((request, response) => {
      const origin = allowed(request.headers.origin ?? "");
      const own = origin === null ? {} : { "access-control-allow-origin": origin };
      const also = credentials ? { "access-control-allow-credentials": "true" } : {};
      response.writeHead(200, { "content-type": "application/json", ...own, ...also }).end("{}");
    });

  test("any origin echoed with credentials", async () => {
    expect((await cors((origin) => origin)).rules).toEqual(["cors_reflected_credentials"]);
  });

  test("null allowed with credentials, and nothing else", async () => {
    expect((await cors((origin) => (origin === "null" ? "null" : null))).rules).toEqual(["cors_null_credentials"]);
  });

  test("a wildcard on a generated answer", async () => {
    expect((await cors(() => "*", false)).rules).toEqual(["cors_wildcard"]);
  });

  test("a fixed origin, an echo without credentials and a one-time echo are fine", async () => {
    expect((await cors(() => "https://app.example.test")).rules).toEqual([]);
    expect((await cors((origin) => origin, false)).rules).toEqual([]);
    let first = "";
    const once = (origin: string) => {
      first ||= origin;
      return first;
    };
    expect((await cors(once)).rules).toEqual([]);
  });
});

describe("TRACE", () => {
  const echo = (request: IncomingMessage) =>
    `${request.method} / HTTP/1.1\r\nx-palisade-trace: ${request.headers["x-palisade-trace"]}`;

  test("a server that sends the request back", async () => {
    const { rules } = await scan((request, response) => {
      if (request.method === "TRACE") response.writeHead(200, { "content-type": "message/http" }).end(echo(request));
      else response.writeHead(204).end();
    });
    expect(rules).toEqual(["trace_enabled"]);
  });

  test("a page that shows every request is none", async () => {
    const { rules } = await scan((request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end(echo(request)),
    );
    expect(rules).toEqual([]);
  });
});

describe("a page that is made anew for each visit", () => {
  test("gives the same evidence each time", async () => {
    let visits = 0;
    const scanned = async () => {
      const port = await bench.web((request, response) => {
        visits += 1;
        const { origin } = request.headers;
        if (request.method !== "GET") return response.writeHead(405).end();
        if (request.url === "/") return response.writeHead(302, { location: `/start?visit=${visits}` }).end();
        const cookies = ["sid=1; Secure", "auth=2; Secure"];
        return response
          .writeHead(200, {
            ...good,
            "content-security-policy": `script-src 'unsafe-inline'; style-src 'nonce-${visits}'`,
            "set-cookie": visits % 2 === 0 ? cookies : cookies.toReversed(),
            ...(origin ? { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" } : {}),
          })
          .end("<form></form>");
      });
      const { detections } = await bench.scan(headers, webApp(port));
      const where = (url: string) => new URL(url).href.replace(`:${port}`, "");
      return detections
        .map(({ rule, parameter, matched_at, evidence }) => ({ rule, parameter, at: where(matched_at), evidence }))
        .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    };
    const first = await scanned();
    expect(first.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["clickjacking", "cors_reflected_credentials", "csp_unsafe"]),
    );
    visits += 1;
    expect(await scanned()).toEqual(first);
  });
});
