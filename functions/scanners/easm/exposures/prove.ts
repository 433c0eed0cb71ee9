import type { HttpResponse } from "../../../net/net.ts";
import { looksLikeHtml } from "../shared/page.ts";
import { sha256 } from "../shared/redact.ts";
import type { BlockWatch } from "./block-watch.ts";
import type { Page, Probe, Proof, WebApp } from "./probe.ts";
import { controlPaths, isSamePage } from "./soft-404.ts";
import type { Visit } from "./visitor.ts";

/** Statuses of answers that show what was asked for, whole or in part. */
const SHOWN: readonly number[] = [200, 206];

/** A file or console that was proven. */
export interface Hit<RuleKey extends string> {
  readonly probe: Probe<RuleKey>;
  readonly path: string;
  readonly proof: Proof;
  /** SHA-256 of the answer's body, hex. */
  readonly content: string;
}

/** What a probe found, and where it could not be decided, as `rule path`. */
export interface Tried<RuleKey extends string> {
  readonly hits: readonly Hit<RuleKey>[];
  readonly undecided: readonly string[];
}

/** What probes of one application share. */
export interface Means {
  readonly visit: Visit;
  readonly watch: BlockWatch;
  readonly token: (length: number) => string;
  readonly signal: AbortSignal;
}

/** Tries the paths of a probe, until the application no longer answers for itself. */
export async function tryProbe<RuleKey extends string>(
  probe: Probe<RuleKey>,
  app: WebApp,
  means: Means,
): Promise<Tried<RuleKey>> {
  const hits: Hit<RuleKey>[] = [];
  const undecided: string[] = [];
  for (const path of probe.paths(app)) {
    means.signal.throwIfAborted();
    if (means.watch.reason !== null) break;
    const hit = await proveAt(path, probe, means);
    if (hit === "undecided") undecided.push(`${probe.rule} ${path}`);
    else if (hit !== null) hits.push(hit);
    if (hits.length > 0 && probe.once) break;
  }
  return { hits, undecided };
}

/**
 * Requests a path and proves its content; then requests paths that cannot exist. A server that serves those in the same
 * way, or with content that passes as proof as well, serves everything: then nothing is proven. Undecided when an answer
 * is missing or the proof itself fails on it.
 */
async function proveAt<RuleKey extends string>(
  path: string,
  probe: Probe<RuleKey>,
  { visit, watch, token }: Means,
): Promise<Hit<RuleKey> | "undecided" | null> {
  const response = await ask(path, probe, visit);
  if (response === null) return "undecided";
  await watch.note(path, response);
  const proof = judge(response, probe);
  if (proof === null || proof === "undecided") return proof;
  for (const control of probe.everywhere ? [] : controlPaths(path, token)) {
    const other = (await ask(control, probe, visit)) ?? (await ask(control, probe, visit));
    if (other === null) return "undecided";
    const otherwise = judge(other, probe);
    if (otherwise !== null) return otherwise === "undecided" ? otherwise : null;
    const pages = [
      { path, status: response.status, text: response.text() },
      { path: control, status: other.status, text: other.text() },
    ] as const;
    if (isSamePage(...pages)) return null;
  }
  return { probe, path, proof, content: sha256(response.body) };
}

/** The answer to the probe's request, or to its harmless question where that already shows that nothing is there. */
async function ask(path: string, probe: Probe<string>, visit: Visit): Promise<HttpResponse | null> {
  if (probe.knock) {
    const answer = await visit(`${path}${probe.knock.query}`, { headers: probe.request?.headers ?? {} });
    if (answer === null || !probe.knock.isThere(answer.text())) return answer;
  }
  return visit(path, probe.request);
}

function judge(response: HttpResponse, probe: Probe<string>): Proof | "undecided" | null {
  if (!(probe.statuses ?? SHOWN).includes(response.status)) return null;
  try {
    const text = response.text();
    const page: Page = { response, body: response.body, text, html: looksLikeHtml(text) };
    if (response.body.length === 0 || page.html !== (probe.html ?? false)) return null;
    return probe.prove(page);
  } catch {
    // Proofs read what strangers wrote; content that one of them fails on must not cost the others.
    return "undecided";
  }
}
