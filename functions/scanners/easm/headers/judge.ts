import type { Json } from "../../../domain/json.ts";
import type { HttpResponse } from "../../../net/net.ts";
import type { PageFacts } from "../shared/html.ts";
import { isAddress } from "../shared/names.ts";
import { judgeContent } from "./content.ts";
import { type Cookie, isDeletion, isSessionLike, parseCookie, stemOf } from "./cookies.ts";
import { parsePolicies, restrictsFraming, unsafeScriptSources, withoutNonces } from "./csp.ts";
import type { HeaderRule } from "./rules.ts";

/** A weakness of one page's headers. `parameter` is the lower-case header, or the cookie as spelled, random parts as `*`. */
export interface Verdict {
  readonly rule: HeaderRule;
  readonly parameter: string;
  readonly evidence: Readonly<Record<string, Json>>;
}

/** An HTML page with the answers (its redirects within the origin, and itself) that led to it. */
export interface JudgedPage {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly response: HttpResponse;
  readonly answers: readonly HttpResponse[];
  readonly page: PageFacts;
  readonly now: Date;
}

/** Half a year in seconds: the least that browsers' preload list and MDN's observatory take for a lasting promise. */
const HSTS_SECONDS_MIN = 15_552_000;
const VALUE_MAX = 500;

/** Everything that the headers of an HTML page get wrong. */
export const judgePage = (judged: JudgedPage): readonly Verdict[] => [
  ...judgeTransport(judged),
  ...judgePolicy(judged),
  ...judgeFraming(judged),
  ...judgeSmallHeaders(judged),
  ...judgeVersions(judged.response),
  ...judgeCookies(judged),
  ...judgeContent(judged),
];

/** RFC 6797: only over HTTPS, only for names, and only the first header counts. */
function judgeTransport({ scheme, host, response }: JudgedPage): readonly Verdict[] {
  if (scheme !== "https" || isAddress(host)) return [];
  const parameter = "strict-transport-security";
  const value = response.header(parameter);
  const seconds = /(?:^|;)\s*max-age\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(value ?? "")?.[1];
  if (value === null || seconds === undefined) {
    return [{ rule: "hsts_missing", parameter, evidence: { header: value?.slice(0, VALUE_MAX) ?? null } }];
  }
  return Number(seconds) < HSTS_SECONDS_MIN
    ? [
        {
          rule: "hsts_short",
          parameter,
          evidence: { header: value.slice(0, VALUE_MAX), max_age_seconds: Number(seconds) },
        },
      ]
    : [];
}

function judgePolicy({ response, page }: JudgedPage): readonly Verdict[] {
  const parameter = "content-security-policy";
  const inPage = page.meta.get(parameter);
  const values = [...(response.headers[parameter] ?? []), ...(inPage === undefined ? [] : [inPage])];
  const policies = parsePolicies(values);
  if (policies.length === 0) return [{ rule: "csp_missing", parameter, evidence: { header: null } }];
  // A script must be allowed by every policy, so one strict policy makes up for the others.
  const unsafe = policies
    .filter((policy) => policy.has("script-src") || policy.has("default-src"))
    .map(unsafeScriptSources);
  if (unsafe.length === 0 || unsafe.some((sources) => sources.length === 0)) return [];
  const evidence = {
    header: withoutNonces(values.join(", ")).slice(0, VALUE_MAX),
    unsafe: [...new Set(unsafe.flat())],
  };
  return [{ rule: "csp_unsafe", parameter, evidence }];
}

function judgeFraming(judged: JudgedPage): readonly Verdict[] {
  const { response, page } = judged;
  const parameter = "x-frame-options";
  const values = response.headers[parameter] ?? [];
  if (values.some((value) => /^\s*(deny|sameorigin)\s*$/i.test(value))) return [];
  if (parsePolicies(response.headers["content-security-policy"] ?? []).some(restrictsFraming)) return [];
  const cookies = [...new Set(sessionCookies(judged).map(({ name }) => stemOf(name)))].sort();
  if (!page.hasForm && cookies.length === 0) return [];
  return [{ rule: "clickjacking", parameter, evidence: { has_form: page.hasForm, session_cookies: cookies } }];
}

function judgeSmallHeaders({ response, page }: JudgedPage): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  if (!/^\s*nosniff\s*(,|$)/i.test(response.header("x-content-type-options") ?? "")) {
    verdicts.push({ rule: "nosniff_missing", parameter: "x-content-type-options", evidence: { header: null } });
  }
  if ((response.header("referrer-policy") ?? page.meta.get("referrer") ?? "").trim() === "") {
    verdicts.push({ rule: "referrer_policy_missing", parameter: "referrer-policy", evidence: { header: null } });
  }
  return verdicts;
}

const VERSIONED_HEADERS = ["server", "x-powered-by", "x-aspnet-version", "x-aspnetmvc-version", "x-generator"];

/** A product with a number, as `nginx/1.18.0` or `Drupal 10`; in the headers that hold nothing else, the number alone. */
function judgeVersions(response: HttpResponse): readonly Verdict[] {
  return VERSIONED_HEADERS.flatMap((parameter): Verdict[] => {
    const value = response.header(parameter);
    const version = parameter.startsWith("x-aspnet")
      ? /^\s*\d+(\.\d+)+/
      : /[A-Za-z][\w.+-]*(\/v?\d|[ /(-]v?\d+(\.\d+)+|[ ]\d+\b)/;
    if (value === null || !version.test(value.slice(0, VALUE_MAX))) return [];
    return [{ rule: "version_disclosed", parameter, evidence: { header: value.slice(0, VALUE_MAX) } }];
  });
}

/** Session-like cookies that the page or its redirects set; of a name set twice the last counts, as in a browser. */
function sessionCookies({ answers, now }: JudgedPage): readonly Cookie[] {
  const cookies = new Map<string, Cookie>();
  for (const line of answers.flatMap((answer) => answer.headers["set-cookie"] ?? [])) {
    const cookie = parseCookie(line);
    if (cookie === null || !isSessionLike(cookie.name)) continue;
    if (isDeletion(cookie, now)) cookies.delete(cookie.name);
    else cookies.set(cookie.name, cookie);
  }
  return [...cookies.values()];
}

/** Cookies that differ only in the random part of their names are one. */
function judgeCookies(judged: JudgedPage): readonly Verdict[] {
  const verdicts = sessionCookies(judged).flatMap(judgeCookie);
  return [...new Map(verdicts.map((verdict) => [`${verdict.rule} ${verdict.parameter}`, verdict])).values()];
}

function judgeCookie({ name, attributes }: Cookie): readonly Verdict[] {
  const parameter = stemOf(name);
  const evidence = { cookie: parameter, attributes: [...attributes.keys()] };
  const missing = (attribute: string, rule: HeaderRule): Verdict[] =>
    attributes.has(attribute) ? [] : [{ rule, parameter, evidence }];
  return [
    ...missing("secure", "cookie_not_secure"),
    ...missing("httponly", "cookie_not_httponly"),
    ...missing("samesite", "cookie_no_samesite"),
  ];
}
