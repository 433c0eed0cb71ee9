import { type HttpResponse, NetError } from "../../net/net.ts";
import { detection, found, missed, type ScanTools, scanner } from "../scanner.ts";
import type { WebApp } from "./exposures/probe.ts";
import { mentionedHosts, newHosts } from "./scripts/mentions.ts";
import { scriptRules } from "./scripts/rules.ts";
import { type FoundSecret, secretsIn } from "./scripts/secrets.ts";
import { mapAddress, readMap } from "./scripts/source-map.ts";
import { answerOrNull, isAnswerFailure } from "./shared/failures.ts";
import { readPage } from "./shared/html.ts";
import { isHtml, isSuccess, land, looksLikeHtml, withoutQuery } from "./shared/page.ts";
import { streamPool } from "./shared/pool.ts";
import { redactSecret, sha256 } from "./shared/redact.ts";

/** Scripts of one application that are read, and bytes of each: no page has more that matters. */
const SCRIPTS_MAX = 30;
const SCRIPT_BYTES_MAX = 2_097_152;
const MAP_BYTES_MAX = 524_288;
const TIMEOUT_MS = 10_000;
const PARALLEL = 3;
const TOKEN_LENGTH = 12;
/** Hexadecimal characters that tell one secret of an application from another. */
const DIGEST_LENGTH = 16;

/**
 * Reads the scripts of each application's first page, its own and those of other hosts in scope, for secrets, source maps
 * and names of further hosts. At most 91 requests for an application: the page, 30 scripts, and for each its map and a control.
 */
export const scripts = scanner({
  key: "easm.scripts",
  module: "easm",
  stage: "checks",
  type: "native",
  title: "Secrets, source maps and host names in scripts",
  consumes: ["web_app"],
  rules: scriptRules,
  targetsPerBatch: 20,
  concurrency: 4,
  secondsPerTarget: 120,
  async *scan(app, tools) {
    const { response, outcome } = await land(tools.net, `${app.value}/`, app.attributes.ip);
    if (outcome !== "content" || !isSuccess(response) || !isHtml(response)) return;
    const page = readPage(response.text());
    const base =
      page.base !== null && URL.canParse(page.base, response.url)
        ? new URL(page.base, response.url).href
        : response.url;
    const addresses = page.scripts.filter((src) => URL.canParse(src, base)).map((src) => new URL(src, base));
    const inScope = addresses.filter(
      ({ protocol, hostname }) => /^https?:$/.test(protocol) && tools.net.inScope(hostname),
    );
    const wanted = [...new Map(inScope.map((url) => [withoutQuery(url.href), url.href])).values()].slice(
      0,
      SCRIPTS_MAX,
    );

    const told = new Set<string>();
    const reading: Reading = { app, tools, unanswered: [] };
    const names: string[] = [];
    const inPage = page.inlineScripts.join("\n");
    names.push(...mentionedHosts(inPage).filter(tools.net.inScope));
    yield* reports(app, withoutQuery(response.url), secretsIn(inPage, tools.now), told);
    for await (const script of streamPool(wanted, PARALLEL, (url) => readScript(url, reading))) {
      if (script === null) continue;
      names.push(...mentionedHosts(script.text).filter(tools.net.inScope));
      yield* reports(app, withoutQuery(script.url), secretsIn(script.text, tools.now), told);
      if (script.map === null) continue;
      if (told.has("source map")) continue;
      told.add("source map");
      // One build makes all maps, under names that change with it: one of them stands for the application.
      yield detection({
        rule: "source_map_exposed",
        asset: { kind: "web_app", value: app.value },
        matched_at: withoutQuery(script.map.url),
        evidence: script.map.evidence,
      });
    }
    const [first] = reading.unanswered;
    if (first !== undefined)
      yield missed(app.value, `${reading.unanswered.length} scripts or maps gave no answer: ${first}`);
    const known = new Set([...tools.known("domain"), ...tools.known("host")].map(({ value }) => value));
    for (const name of newHosts(names, known)) {
      if (!tools.net.inScope(name) || ((await answerOrNull(tools.net.dns.addresses(name))) ?? []).length === 0)
        continue;
      yield found({ kind: "host", value: name, attributes: { sources: ["script"] } });
    }
  },
});

/** One detection for each secret that was not told yet. What evidence shows of one cannot be used to find it: it is random. */
function* reports(app: WebApp, address: string, secrets: readonly FoundSecret[], told: Set<string>) {
  for (const { kind, secret, severity } of secrets) {
    const digest = sha256(secret);
    if (told.has(digest)) continue;
    told.add(digest);
    yield detection<keyof typeof scriptRules>({
      rule: "secret_in_script",
      asset: { kind: "web_app", value: app.value },
      matched_at: address,
      // What somebody chose can be found by trying: nothing of it is told that would confirm a guess.
      parameter: isGuessable(kind) ? kind : `${kind} ${digest.slice(0, DIGEST_LENGTH)}`,
      ...(severity ? { severity } : {}),
      evidence: {
        kind,
        ...(isGuessable(kind)
          ? redactSecret(secret)
          : { starts_with: secret.slice(0, 4), length: secret.length, sha256: digest }),
      },
    });
  }
}

/** Passwords are chosen by people: a hash of one would help to try words. */
const isGuessable = (kind: string): boolean => kind === "database_url";

/** What reading the scripts of one application needs and leaves. */
interface Reading {
  readonly app: WebApp;
  readonly tools: ScanTools;
  /** Addresses that gave no answer, without their queries. */
  readonly unanswered: string[];
}

interface Script {
  readonly url: string;
  readonly text: string;
  readonly map: { readonly url: string; readonly evidence: NonNullable<ReturnType<typeof readMap>> } | null;
}

/** A script and its source map where there is one; null when the address gives no script. */
async function readScript(url: string, reading: Reading): Promise<Script | null> {
  const answer = await fetchFrom(url, reading, SCRIPT_BYTES_MAX);
  if (answer === null || !isSuccess(answer)) return null;
  const text = answer.text();
  if (looksLikeHtml(text)) return null;
  return { url: answer.url, text, map: await readMapOf(mapAddress(answer, text), reading) };
}

/** The map at an address, proven by its content and by there being none under a name that nobody has. */
async function readMapOf(address: string | null, reading: Reading): Promise<Script["map"]> {
  const { net, token } = reading.tools;
  if (address === null || !net.inScope(new URL(address).hostname)) return null;
  const answer = await fetchFrom(address, reading, MAP_BYTES_MAX);
  const evidence = answer !== null && isSuccess(answer) ? readMap(answer.text(), answer.truncated) : null;
  if (answer === null || evidence === null) return null;
  const control = await fetchFrom(new URL(`${token(TOKEN_LENGTH)}.js.map`, address).href, reading, MAP_BYTES_MAX);
  const isEverywhere = control === null || (isSuccess(control) && readMap(control.text(), control.truncated) !== null);
  return isEverywhere ? null : { url: answer.url, evidence };
}

/** An answer, or null where none came. The application's own host is asked at the address where it was found. */
async function fetchFrom(
  url: string,
  { app, tools, unanswered }: Reading,
  bytesMax: number,
): Promise<HttpResponse | null> {
  const isOwn = new URL(url).hostname === new URL(app.value).hostname;
  const request = { bytesMax, timeoutMs: TIMEOUT_MS, redirectsMax: 2, ...(isOwn ? { ip: app.attributes.ip } : {}) };
  try {
    return await tools.net.http.request(url, request);
  } catch (error) {
    if (!(error instanceof NetError) || error.code === "aborted") throw error;
    // A script on a host that may not be visited says nothing about the application.
    if (isAnswerFailure(error)) unanswered.push(withoutQuery(url));
    return null;
  }
}
