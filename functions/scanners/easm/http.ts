import type { AssetOf } from "../../domain/asset.ts";
import { type HttpResponse, type Net, NetError } from "../../net/net.ts";
import { detection, found, missed, type ScanTools, scanner } from "../scanner.ts";
import { contentOf, wildcardNames, withoutCopies } from "./http/copies.ts";
import { faviconHash } from "./http/favicon.ts";
import { httpRules } from "./http/rules.ts";
import {
  looksUnclaimed,
  type ProviderAlias,
  providerAlias,
  staysUnclaimed,
  unclaimedPage,
  type VisitedOrigin,
} from "./http/takeover.ts";
import { sightingsOf, technologiesOf } from "./http/technologies.ts";
import { bannerVersion } from "./http/vulnerabilities/banners.ts";
import { judgeVersion, type ShownVersion } from "./http/vulnerabilities/match.ts";
import { wafOf } from "./http/waf.ts";
import { answerOrNull, isAnswerFailure } from "./shared/failures.ts";
import { type PageFacts, readPage } from "./shared/html.ts";
import { hostPort, isAddress, urlHost } from "./shared/names.ts";
import { isHtml, isSuccess, type Landing, land, withoutQuery } from "./shared/page.ts";
import { streamPool } from "./shared/pool.ts";

/** Names asked of one service; an address with more of them is a shared platform. */
const NAMES_MAX = 200;
const PARALLEL_NAMES = 8;

/**
 * Finds the web applications behind a service, one per origin, and says which of them lack HTTPS. Of every service it
 * judges the versions that are shown.
 */
export const http = scanner({
  key: "easm.http",
  module: "easm",
  stage: "probe",
  type: "native",
  title:
    "Web applications, their technologies, missing HTTPS, names that hosting services have given up, versions with known vulnerabilities",
  consumes: ["service"],
  rules: httpRules,
  targetsPerBatch: 20,
  concurrency: 5,
  secondsPerTarget: 120,
  async *scan(target, tools) {
    if (target.attributes.protocol !== "http") {
      yield* judgeBanner(target, tools);
      return;
    }
    const { ip, tls, names, host, port } = target.attributes;
    const inScope = (names.length === 0 ? [host] : names.toSorted()).filter(tools.net.inScope);
    const asked = inScope.slice(0, NAMES_MAX);
    const isWildcard = wildcardNames(ip, tools);
    const wildcards: Visit[] = [];
    const own = new Set<string>();
    const unclaimed: { readonly alias: ProviderAlias; readonly at: VisitedOrigin }[] = [];
    let failure: NetError | null = null;
    let reached = 0;
    for await (const { name, result } of streamPool(asked, PARALLEL_NAMES, (each) => attempt(each, target, tools))) {
      const alias = isAddress(name) ? null : await providerAlias(name, tools.net);
      if (result instanceof NetError) {
        failure ??= result;
        yield missed(originOf(tls ? "https" : "http", name, port), result.message);
        // What is said of the name as such was not asked either.
        if (alias !== null) yield missed(name, result.message);
        continue;
      }
      reached++;
      const at = { origin: result.origin, ip };
      if (alias !== null && (await looksUnclaimed(alias, result.response, at, tools))) unclaimed.push({ alias, at });
      if (!result.isApp) continue;
      // Whether a wildcard's name is the same application as others shows only when all of them have answered.
      if (asked.length > 1 && (await isWildcard(name))) {
        wildcards.push(result);
        continue;
      }
      own.add(contentOf(result.response));
      yield* judge(result, target, tools);
    }
    for (const visit of withoutCopies(wildcards, own)) yield* judge(visit, target, tools);
    for (const { alias, at } of unclaimed) {
      if (await staysUnclaimed(alias, at, tools)) yield unclaimedPage(alias);
    }
    for (const name of inScope.slice(NAMES_MAX)) {
      yield missed(originOf(tls ? "https" : "http", name, port), `more than ${NAMES_MAX} names at one address`);
    }
    // Nobody answered under any name: the first failure tells why.
    if (reached === 0 && failure !== null) throw failure;
  },
});

/** The application that a name serves, and what it lacks. */
async function* judge({ origin, name, page, response, answers }: Visit, service: Service, tools: ScanTools) {
  const { ip, tls, port } = service.attributes;
  const favicon = await faviconHash(tools.net, origin, page, ip);
  yield found({
    kind: "web_app",
    value: origin,
    attributes: {
      url: `${origin}/`,
      scheme: tls ? "https" : "http",
      host: name,
      port,
      ip,
      status_code: response.status,
      title: page.title,
      technologies: technologiesOf(answers, page, response.text()),
      waf: wafOf(answers),
      ...(favicon === null ? {} : { favicon }),
    },
  });
  yield* judgeVersions({ origin, name, page, response, answers, isApp: true }, tools);
  if (tls || !isSuccess(response) || response.body.length === 0) return;
  const evidence = { status: response.status, has_form: page.hasForm, sets_cookie: answers.some(setsCookie) };
  const finding = { asset: { kind: "web_app", value: origin }, matched_at: withoutQuery(response.url) } as const;
  const https = await httpsOf(name, ip, tools);
  switch (https.state) {
    case "absent":
      if (isHtml(response)) yield detection({ rule: "plain_http_only", ...finding, evidence });
      return;
    case "works":
      yield detection({ rule: "http_no_redirect", ...finding, evidence: { ...evidence, https: https.origin } });
      return;
    case "unknown":
      yield missed(origin, https.reason);
      return;
    default:
      https satisfies never;
  }
}

/** What the versions mean that an application's answers and scripts show. */
function* judgeVersions({ origin, page, response, answers }: Visit, { now }: ScanTools) {
  for (const { name, version, place, shownBy } of sightingsOf(answers, page, response.text())) {
    const shown: ShownVersion = { product: name, version, shownBy, isPackaged: place === "header" };
    for (const match of judgeVersion(shown, now)) {
      yield detection({ ...match, asset: { kind: "web_app", value: origin }, matched_at: withoutQuery(response.url) });
    }
  }
}

/** The same of the first words of a service that is no website. */
function* judgeBanner({ kind, value, attributes: { host, port, banner } }: Service, { now }: ScanTools) {
  const shown = bannerVersion(banner);
  for (const match of shown === null ? [] : judgeVersion(shown, now)) {
    yield detection({ ...match, asset: { kind, value }, port, matched_at: hostPort(host, port) });
  }
}

/** What one name of a service serves. */
interface Visit {
  readonly name: string;
  readonly origin: string;
  readonly response: HttpResponse;
  readonly answers: readonly HttpResponse[];
  readonly page: PageFacts;
  readonly isApp: boolean;
}

type Service = AssetOf<"service">;

const originOf = (scheme: string, name: string, port: number): string =>
  new URL(`${scheme}://${urlHost(name)}:${port}`).origin;

async function visit(name: string, service: Service, { net, token }: ScanTools): Promise<Visit> {
  const { tls, port, ip } = service.attributes;
  const origin = originOf(tls ? "https" : "http", name, port);
  const landing = await land(net, `${origin}/`, ip);
  const { response, answers } = landing;
  const page = readPage(isHtml(response) ? response.text() : "");
  const isApp = await hasOwnContent(landing, origin, ip, net, token);
  return { name, origin, response, answers, page, isApp };
}

/** A visit, or why there was none. */
async function attempt(name: string, service: Service, tools: ScanTools) {
  try {
    return { name, result: await visit(name, service, tools) };
  } catch (error) {
    if (isAnswerFailure(error)) return { name, result: error };
    throw error;
  }
}

/**
 * True when the origin serves something of its own. A server that says it is not meant (421, RFC 9110 15.5.20) does not,
 * nor does one that only redirects. A first page that sends visitors to a login out of scope may hide an application:
 * then an unknown path decides. Throws NetError when that gets no answer.
 */
async function hasOwnContent(
  landing: Landing,
  origin: string,
  ip: string,
  net: Net,
  token: ScanTools["token"],
): Promise<boolean> {
  switch (landing.outcome) {
    case "content":
      return landing.response.status !== 421 && !(landing.response.status >= 300 && landing.response.status < 400);
    case "loop":
      return false;
    case "elsewhere": {
      if (landing.destination === null || net.inScope(landing.destination.hostname)) return false;
      return (await land(net, `${origin}/${token(16)}`, ip)).outcome === "content";
    }
    default:
      return landing.outcome satisfies never;
  }
}

const setsCookie = (response: HttpResponse): boolean => (response.headers["set-cookie"]?.length ?? 0) > 0;

type Https =
  | { readonly state: "works"; readonly origin: string }
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly reason: string };

/**
 * Whether a name (or, without one, an address) is served over HTTPS on any port that earlier stages found. A server that
 * errs, refuses the name (421) or sends visitors back to plain HTTP does not count; one that gave no answer leaves it open.
 */
async function httpsOf(name: string, ip: string, { net, known }: ScanTools): Promise<Https> {
  const secure = known("service").filter(
    ({ attributes }) =>
      attributes.tls &&
      attributes.protocol === "http" &&
      (isAddress(name) ? attributes.ip === ip : attributes.names.includes(name)),
  );
  let otherwise: Https = { state: "absent" };
  for (const { attributes } of secure) {
    const origin = originOf("https", name, attributes.port);
    const landing = await answerOrNull(land(net, `${origin}/`, attributes.ip));
    if (landing === null) otherwise = { state: "unknown", reason: `${origin} gave no answer` };
    else if (
      landing.outcome !== "loop" &&
      landing.destination?.protocol !== "http:" &&
      landing.response.status < 500 &&
      landing.response.status !== 421
    ) {
      return { state: "works", origin };
    }
  }
  return otherwise;
}
