import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { mentionedHosts } from "../../../functions/scanners/easm/scripts/mentions.ts";
import { entropyOf, secretsIn } from "../../../functions/scanners/easm/scripts/secrets.ts";
import { readMap } from "../../../functions/scanners/easm/scripts/source-map.ts";
import { scripts } from "../../../functions/scanners/easm/scripts.ts";
import { netBench, webApp } from "./net-bench.ts";

const bench = netBench();
const now = new Date("2026-11-21T12:00:00Z");

/** Secrets are put together here, so that no scanner of sources takes them for real ones. */
const made = (...parts: readonly string[]): string => parts.join("");

const awsKey = made("AK", "IA", "4TZ7QXNB2LVWMKRE");
const map = JSON.stringify({
  version: 3,
  sources: ["src/a.ts"],
  names: [],
  mappings: "AAAA",
  sourcesContent: ["let a"],
});

const files =
  (served: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    const body = served[request.url ?? ""];
    const type = request.url === "/" ? "text/html" : "text/javascript";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body ?? "Not found");
  };

const scan = async (served: Readonly<Record<string, string>> | RequestListener) =>
  bench.scan(scripts, webApp(await bench.web(typeof served === "function" ? served : files(served))));

const found = (text: string): readonly string[] => secretsIn(text, now).map(({ kind }) => kind);

const jwt = (claims: unknown): string =>
  `${[{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")}.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw`;

describe("secrets", () => {
  const mixed = "q7Lm2Xw9Rt4Yv6Bn1Kc8Jd3Hs5Gf0PzAeUiOoTnBvCxZ";
  const hex = "3f9a1c7e5b2d8046f1e3a9c7b5d28064";
  const real: readonly (readonly [string, string])[] = [
    ["aws_access_key_id", awsKey],
    ["aws_secret_access_key", `aws_secret_access_key: "${mixed.slice(0, 38)}/+"`],
    ["private_key", made("-----BEGIN RSA ", "PRIVATE KEY-----\\n", `${mixed}${mixed}${mixed}`, "\\n-----END RSA ")],
    ["google_api_key", made("AI", "za", mixed.slice(0, 35))],
    ["google_oauth_secret", made("GOC", "SPX-", mixed.slice(0, 28))],
    ["github_token", made("gh", "p_", mixed.slice(0, 36))],
    ["github_fine_grained_token", made("github", "_pat_", mixed.slice(0, 22), "_", `${mixed}${mixed}`.slice(0, 59))],
    ["gitlab_token", made("gl", "pat-", mixed.slice(0, 20))],
    ["slack_token", made("xo", "xb-", "2718281828459-3141592653589-", mixed.slice(0, 24))],
    ["slack_webhook", made("https://hooks.slack", ".com/services/T02XQ7LMW/B07RT4YVB/", mixed.slice(0, 24))],
    ["stripe_secret_key", made("sk", "_live_", mixed.slice(0, 24))],
    ["twilio_api_key", made("S", "K", hex)],
    ["twilio_auth_token", `twilio_auth_token = "${hex}"`],
    ["sendgrid_key", made("S", "G.", mixed.slice(0, 22), ".", mixed.slice(0, 43))],
    ["mailgun_key", made("ke", "y-", hex)],
    ["mailchimp_key", made(hex, "-us", "14")],
    ["shopify_token", made("shp", "at_", hex)],
    ["npm_token", made("np", "m_", mixed.slice(0, 36))],
    ["digitalocean_token", made("dop", "_v1_", hex, hex)],
    ["telegram_bot_token", made("271828182:", "AA", mixed.slice(0, 33))],
    ["azure_storage_key", made("AccountName=shop;", "AccountKey=", `${mixed}${mixed}`.slice(0, 86), "==")],
    ["database_url", "postgres://shop:kV7qz2Xw9L@db.example.test/shop"],
    ["jwt", jwt({ sub: "admin", role: "service_role" })],
  ];

  test.each(real)("%s is known", (kind, text) => {
    expect(found(`var a = '${text}';`)).toEqual([kind]);
  });

  test.each([
    ["Amazon's own example", made("AK", "IA", "IOSFODNN7EXAMPLE")],
    ["a part of something longer", `X${awsKey}X`],
    ["one character again and again", made("gl", "pat-", "x".repeat(20))],
    ["a key for browsers", made("pk", "_live_", mixed.slice(0, 24))],
    ["a key for tests", made("sk", "_test_", mixed.slice(0, 24))],
    ["a hash", hex + hex],
    ["a token that has ended", jwt({ sub: "admin", exp: 1_600_000_000 })],
    ["a token that ends tomorrow", jwt({ sub: "admin", exp: now.getTime() / 1000 + 86_400 })],
    ["a token for anonymous visitors", jwt({ role: "anon", iss: "supabase" })],
    ["a token that is bound to nobody", jwt({ iss: "x", aud: "y" })],
    ["the token of the standard's website", jwt({ sub: "1234567890", name: "John Doe" })],
    ["an address with a variable for a password", `postgres://shop:\${DB_PASSWORD}@db.example.test/shop`],
  ])("%s is none", (_, text) => {
    expect(found(`var a = '${text}';`)).toEqual([]);
  });

  test("are told by kind, beginning, length and hash, and never in full", async () => {
    const { detections } = await scan({ "/": `<script>var k = '${awsKey}'</script><p>hello</p>` });
    expect(detections).toMatchObject([
      {
        rule: "secret_in_script",
        parameter: expect.stringMatching(/^aws_access_key_id [0-9a-f]{16}$/),
        evidence: {
          kind: "aws_access_key_id",
          starts_with: made("AK", "IA"),
          length: 20,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
    expect(JSON.stringify(detections)).not.toContain(awsKey);
  });

  test("of a password that people chose nothing is told by which a guess could be confirmed", async () => {
    const { detections } = await scan({
      "/": "<script>var u = 'mysql://shop:kV7qz2Xw9L@db.example.test/shop'</script>",
    });
    expect(detections[0]?.evidence).toEqual({ kind: "database_url", starts_with: "", length: "<16" });
    expect(detections[0]?.parameter).toBe("database_url");
  });

  test("one secret in several scripts is one finding, where it stands first", async () => {
    const { detections } = await scan({
      "/": '<script src="/a.js"></script><script src="/b.js?v=2"></script>',
      "/a.js": `var a = "${awsKey}"`,
      "/b.js?v=2": `var b = "${awsKey}"`,
    });
    expect(detections.map(({ matched_at }) => new URL(matched_at).pathname)).toEqual(["/a.js"]);
  });
});

describe("source maps", () => {
  const page = '<script src="/app.js"></script>';

  test("are found by the last line of a script", async () => {
    const { detections } = await scan({
      "/": page,
      "/app.js": "a()\n//# sourceMappingURL=app.js.map\n",
      "/app.js.map": map,
    });
    expect(detections).toMatchObject([{ rule: "source_map_exposed", evidence: { sources: 1, with_content: true } }]);
  });

  test("are none when they are not there, in the script, elsewhere, or under every name", async () => {
    const script = (address: string) => ({ "/": page, "/app.js": `a()\n//# sourceMappingURL=${address}` });
    expect((await scan(script("app.js.map"))).rules).toEqual([]);
    expect((await scan(script("data:application/json;base64,e30="))).rules).toEqual([]);
    expect((await scan(script("https://maps.elsewhere.invalid/app.js.map"))).rules).toEqual([]);
    expect((await scan({ ...script("app.js.map"), "/app.js.map": '{"version":3,"name":"x"}' })).rules).toEqual([]);
    const everywhere: RequestListener = (request, response) =>
      files({ ...script("app.js.map"), [request.url?.endsWith(".map") ? (request.url ?? "") : "/-"]: map })(
        request,
        response,
      );
    expect((await scan(everywhere)).rules).toEqual([]);
  });

  test("are known by their beginning where they are long", () => {
    expect(readMap('{"version":3,"sources":["a.ts"', true)).toEqual({ format: "version 3" });
    expect(readMap('{"version":2,"sources":["a.ts"', true)).toBeNull();
    expect(readMap("<html>", true)).toBeNull();
  });
});

describe("scripts", () => {
  test("out of scope are not asked for, and of the others at most thirty", async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 40 }, (_, index) => `<script src="/${index}.js"></script>`).join("");
    await scan((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/")
        response
          .setHeader("content-type", "text/html")
          .end(`<script src="https://cdn.elsewhere.invalid/a.js"></script>${many}`);
      else response.end("var a = 1");
    });
    expect(asked).toHaveLength(31);
  });

  test("that give no answer leave the question open", async () => {
    const { missed } = await scan((request, response) => {
      if (request.url === "/") response.setHeader("content-type", "text/html").end('<script src="/a.js"></script>');
      else request.socket.destroy();
    });
    expect(missed).toHaveLength(1);
  });

  test("a page in the place of a script is none", async () => {
    const { rules } = await scan({
      "/": '<script src="/a.js"></script>',
      "/a.js": `<!doctype html><title>x</title>${awsKey}`,
    });
    expect(rules).toEqual([]);
  });
});

test("names of hosts are read from addresses and from nothing else", () => {
  const text = `fetch("https://API.example.test/v1");new WebSocket('wss://ws.example.test:8443');a="//cdn.example.test/x";// see example.test
    b="http://%2e.example.test";c="https://*.example.test/";d=/\\/\\/no.example.test/`;
  expect(mentionedHosts(text)).toEqual(["api.example.test", "cdn.example.test", "ws.example.test"]);
});

test("entropy is that of the characters", () => {
  expect(entropyOf("aaaa")).toBe(0);
  expect(entropyOf("abcd")).toBe(2);
});

test("two megabytes of script are read in little time", () => {
  const noise = [
    "a".repeat(2_000_000),
    "eyJ".repeat(700_000),
    "postgres://".repeat(180_000),
    "//".repeat(1_000_000),
    made("-----BEGIN ", "PRIVATE KEY-----\\n").repeat(60_000),
  ];
  const start = performance.now();
  for (const text of noise) {
    secretsIn(text, now);
    mentionedHosts(text);
  }
  expect(performance.now() - start).toBeLessThan(20_000);
});
