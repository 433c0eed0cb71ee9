import type { AssetOf } from "../../domain/asset.ts";
import type { HttpResponse, Net } from "../../net/net.ts";
import { detection, found, type ScanTools, scanner } from "../scanner.ts";
import { withoutWildcardCopies } from "./http/copies.ts";
import { httpRules } from "./http/rules.ts";
import { technologiesOf } from "./http/technologies.ts";
import { wafOf } from "./http/waf.ts";
import { answerOrNull } from "./shared/failures.ts";
import { type PageFacts, readPage } from "./shared/html.ts";
import { isAddress, urlHost } from "./shared/names.ts";
import { isHtml, isSuccess, type Landing, land } from "./shared/page.ts";
import { mapPool } from "./shared/pool.ts";

/** Names asked of one service; an address with more of them is a shared platform. */
const NAMES_MAX = 200;
const PARALLEL_NAMES = 8;

/** Finds the web applications behind a service, one per origin, and says which of them lack HTTPS. */
export const http = scanner({
  key: "easm.http",
  module: "easm",
  stage: "probe",
  type: "native",
  title: "Web applications, their technologies and missing HTTPS",
  consumes: ["service"],
  rules: httpRules,
  targetsPerBatch: 20,
  concurrency: 5,
  secondsPerTarget: 120,
  async *scan(target, tools) {
    if (target.attributes.protocol !== "http") return;
    const { ip, tls, names, host } = target.attributes;
    const scheme = tls ? "https" : "http";
    const asked = (names.length === 0 ? [host] : names.toSorted().slice(0, NAMES_MAX)).filter(tools.net.inScope);
    const visits = await mapPool(asked, PARALLEL_NAMES, async (name) => visit(name, target, tools));
    const reached = visits.filter((each) => each !== null);
    // Nobody answered under any name: let the first failure tell why.
    if (reached.length === 0 && asked[0] !== undefined) await visitOrThrow(asked[0], target, tools);

    const apps = await withoutWildcardCopies(
      reached.filter((each) => each.isApp),
      ip,
      tools,
    );
    for (const app of apps) {
      const { origin, name, page, response, answers } = app;
      yield found({
        kind: "web_app",
        value: origin,
        attributes: {
          url: `${origin}/`,
          scheme,
          host: name,
          port: target.attributes.port,
          ip,
          status_code: response.status,
          title: page.title,
          technologies: technologiesOf(answers, page, response.text()),
          waf: wafOf(answers),
        },
      });
      if (tls || !isSuccess(response) || response.body.length === 0) continue;
      const evidence = { status: response.status, has_form: page.hasForm, sets_cookie: answers.some(setsCookie) };
      const finding = { asset: { kind: "web_app", value: origin }, matched_at: response.url } as const;
      const https = await httpsOf(name, ip, tools);
      if (https.state === "absent" && isHtml(response))
        yield detection({ rule: "plain_http_only", ...finding, evidence });
      if (https.state === "works") {
        yield detection({ rule: "http_no_redirect", ...finding, evidence: { ...evidence, https: https.origin } });
      }
    }
  },
});

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

async function visitOrThrow(name: string, service: Service, { net, token }: ScanTools): Promise<Visit> {
  const { tls, port, ip } = service.attributes;
  const origin = originOf(tls ? "https" : "http", name, port);
  const landing = await land(net, `${origin}/`, ip);
  const { response, answers } = landing;
  const page = readPage(isHtml(response) ? response.text() : "");
  const isApp = await hasOwnContent(landing, origin, ip, net, token);
  return { name, origin, response, answers, page, isApp };
}

const visit = (name: string, service: Service, tools: ScanTools): Promise<Visit | null> =>
  answerOrNull(visitOrThrow(name, service, tools));

/**
 * True when the origin serves something of its own. A server that says it is not meant (421, RFC 9110 15.5.20) does not,
 * nor does one that only redirects. A first page that sends visitors to a login out of scope may hide an application:
 * then an unknown path decides.
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
      const other = await answerOrNull(land(net, `${origin}/${token(16)}`, ip));
      return other?.outcome === "content";
    }
    default:
      return landing.outcome satisfies never;
  }
}

const setsCookie = (response: HttpResponse): boolean => (response.headers["set-cookie"]?.length ?? 0) > 0;

type Https = { readonly state: "works"; readonly origin: string } | { readonly state: "absent" | "unknown" };

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
  let state: "absent" | "unknown" = "absent";
  for (const { attributes } of secure) {
    const origin = originOf("https", name, attributes.port);
    const landing = await answerOrNull(land(net, `${origin}/`, attributes.ip));
    if (landing === null) state = "unknown";
    else if (
      landing.outcome !== "loop" &&
      landing.destination?.protocol !== "http:" &&
      landing.response.status < 500 &&
      landing.response.status !== 421
    ) {
      return { state: "works", origin };
    }
  }
  return { state };
}
