import { type RawResponse, send } from "../raw/http.ts";
import { type Claim, get, hostNameOf, type Oracle, placeOf } from "./oracle.ts";

/** Judges the front page. */
const front =
  (
    judge: (
      page: { header: (name: string) => string; cookies: readonly string[]; body: string },
      claim: Claim,
    ) => boolean,
  ): Oracle =>
  async (claim) => {
    const page = await get(claim, "/");
    if (page.status !== 200) return false;
    const header = (name: string): string => String(page.headers[name] ?? "");
    return judge({ header, cookies: page.headers["set-cookie"] ?? [], body: page.body.toString() }, claim);
  };

const isSession = (cookie: string): boolean => /^[^=]*(sess|sid|auth|token)[^=]*=/i.test(cookie);

const sessionWithout = (flag: RegExp): Oracle =>
  front(({ cookies }, { parameter }) =>
    cookies.some(
      (cookie) => isSession(cookie) && !flag.test(cookie) && (parameter === null || cookie.startsWith(`${parameter}=`)),
    ),
  );

const maxAge = (value: string): number => Number(/max-age=(\d+)/.exec(value)?.[1] ?? Number.NaN);

const unsafeScripts = (policy: string): boolean => {
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  return /'unsafe-(inline|eval)'|(^| )\*/.test(scripts) && !/'(nonce|sha\d+)-|'strict-dynamic'/.test(scripts);
};

/** What an answer to the given Origin allows. */
const allowed = async (claim: Claim, origin: string): Promise<{ origin: string; credentials: boolean }> => {
  const { headers } = await get(claim, "/", { headers: { origin } });
  return {
    origin: String(headers["access-control-allow-origin"] ?? ""),
    credentials: headers["access-control-allow-credentials"] === "true",
  };
};

const echoes = async (claim: Claim, origin: string): Promise<boolean> => {
  const answer = await allowed(claim, origin);
  return answer.origin === origin && answer.credentials;
};

const plain = (claim: Claim): Promise<RawResponse> => send("http", placeOf(claim), claim.host, "/");

const hasHttps = (claim: Claim): boolean =>
  claim.lab.hosts.find((host) => host.name === hostNameOf(claim.host))?.ports.has(8443) ?? false;

/** What the hosting services that the lab stands in for say of a name that nobody has claimed. */
const UNCLAIMED = /project not found|there isn(&#39;|')t a github pages site here/i;

const isUnclaimed: Oracle = async (claim) => {
  if (hostNameOf(claim.host) === claim.host || hasHttps(claim)) return false;
  const place = placeOf({ ...claim, port: 8080 });
  const pages = await Promise.all(["/", "/nobody-made-this"].map((path) => send("http", place, claim.host, path)));
  return pages.every(({ status, body }) => status === 404 && UNCLAIMED.test(body.toString()));
};

export const webOracles: Readonly<Record<string, Oracle>> = {
  "easm.http.unclaimed_provider_page": isUnclaimed,
  "easm.headers.hsts_missing": front(({ header }) => header("strict-transport-security") === ""),
  "easm.headers.hsts_short": front(({ header }) => maxAge(header("strict-transport-security")) < 15_552_000),
  "easm.headers.csp_missing": front(({ header }) => header("content-security-policy") === ""),
  "easm.headers.csp_unsafe": front(({ header }) => unsafeScripts(header("content-security-policy"))),
  "easm.headers.clickjacking": front(
    ({ header, body, cookies }) =>
      header("x-frame-options") === "" &&
      !header("content-security-policy").includes("frame-ancestors") &&
      (body.includes("<form") || cookies.some(isSession)),
  ),
  "easm.headers.nosniff_missing": front(({ header }) => header("x-content-type-options") !== "nosniff"),
  "easm.headers.referrer_policy_missing": front(({ header }) => header("referrer-policy") === ""),
  "easm.headers.cookie_not_secure": sessionWithout(/; secure/i),
  "easm.headers.cookie_not_httponly": sessionWithout(/; httponly/i),
  "easm.headers.cookie_no_samesite": sessionWithout(/; samesite=/i),
  "easm.headers.cors_reflected_credentials": async (claim) =>
    (await echoes(claim, "https://one.example")) && (await echoes(claim, "https://two.example")),
  "easm.headers.cors_null_credentials": async (claim) =>
    (await echoes(claim, "null")) && !(await echoes(claim, "https://one.example")),
  "easm.headers.cors_wildcard": async (claim) => (await allowed(claim, "https://one.example")).origin === "*",
  "easm.headers.trace_enabled": async (claim) => {
    const marker = "marker-5c1e9d";
    const answer = await get(claim, "/", { method: "TRACE", headers: { "x-marker": marker } });
    return answer.status === 200 && answer.body.includes(marker);
  },
  "easm.headers.version_disclosed": front(({ header }, { parameter }) =>
    (parameter === null ? ["server", "x-powered-by"] : [parameter]).some((name) => /\w\/\d/.test(header(name))),
  ),
  "easm.http.plain_http_only": async (claim) => (await plain(claim)).status === 200 && !hasHttps(claim),
  "easm.http.http_no_redirect": async (claim) => (await plain(claim)).status === 200 && hasHttps(claim),
};
