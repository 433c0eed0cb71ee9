import type { HttpResponse } from "../../net/net.ts";
import { detection, scanner } from "../scanner.ts";
import { apiProbes, apiRules } from "./exposures/api.ts";
import { backupProbes, backupRules } from "./exposures/backups.ts";
import { configProbes, configRules } from "./exposures/configs.ts";
import { consoleProbes, consoleRules } from "./exposures/consoles.ts";
import { listingProbes, listingRules } from "./exposures/listings.ts";
import type { Page, Probe, Proof } from "./exposures/probe.ts";
import { repositoryProbes, repositoryRules } from "./exposures/repositories.ts";
import { secretProbes, secretRules } from "./exposures/secrets.ts";
import { controlPaths, isSamePage } from "./exposures/soft-404.ts";
import { statusProbes, statusRules } from "./exposures/status.ts";
import { type Visit, visitorOf } from "./exposures/visitor.ts";
import { readPage } from "./shared/html.ts";
import { isHtml, looksLikeHtml } from "./shared/page.ts";
import { mapPool } from "./shared/pool.ts";
import { sha256 } from "./shared/redact.ts";

const exposureRules = {
  ...repositoryRules,
  ...secretRules,
  ...configRules,
  ...statusRules,
  ...backupRules,
  ...consoleRules,
  ...apiRules,
  ...listingRules,
};
type ExposureRule = keyof typeof exposureRules;

const fixedProbes: readonly Probe<ExposureRule>[] = [
  ...repositoryProbes,
  ...secretProbes,
  ...configProbes,
  ...statusProbes,
  ...backupProbes,
  ...consoleProbes,
  ...apiProbes,
];

/** Requests to one application at the same time. */
const PARALLEL_PROBES = 4;

/** Looks for files and consoles that should not be public, each proven by its content and held against pages for nothing. */
export const exposures = scanner({
  key: "easm.exposures",
  module: "easm",
  stage: "checks",
  type: "native",
  title: "Exposed files, consoles and listings",
  consumes: ["web_app"],
  rules: exposureRules,
  targetsPerBatch: 8,
  concurrency: 4,
  secondsPerTarget: 280,
  async *scan(app, { net, token, signal }) {
    const visit = visitorOf(net, app.value, app.attributes.ip);
    const front = await visit("/");
    const links = front === null || !isHtml(front) ? [] : readPage(front.text()).links;
    const probes = [...fixedProbes, ...listingProbes(app, links)];

    const hits = await mapPool(probes, PARALLEL_PROBES, async (probe) => {
      const proven: Hit[] = [];
      for (const path of probe.paths(app)) {
        signal.throwIfAborted();
        const hit = await proveAt(path, probe, visit, token);
        if (hit === null) continue;
        proven.push(hit);
        if (probe.once) break;
      }
      return proven;
    });

    // One file under several paths is one leak; the first path stands for it.
    const reported = new Set<string>();
    for (const { probe, path, proof, content } of hits.flat()) {
      const identity = `${probe.rule} ${content}`;
      if (reported.has(identity)) continue;
      reported.add(identity);
      yield detection({
        rule: probe.rule,
        asset: { kind: "web_app", value: app.value },
        matched_at: `${app.value}${path}`,
        path,
        ...(proof.severity ? { severity: proof.severity } : {}),
        evidence: { ...proof.evidence, sha256: content },
      });
    }
  },
});

interface Hit {
  readonly probe: Probe<ExposureRule>;
  readonly path: string;
  readonly proof: Proof;
  readonly content: string;
}

/**
 * Requests a path and proves its content; then requests paths that cannot exist. A server that serves those in the same
 * way, or with content that passes as proof as well, serves everything: then nothing is proven.
 */
async function proveAt(
  path: string,
  probe: Probe<ExposureRule>,
  visit: Visit,
  token: (length: number) => string,
): Promise<Hit | null> {
  const response = await visit(path, probe.request);
  const proof = judge(response, probe);
  if (response === null || proof === null) return null;
  for (const control of controlPaths(path, token)) {
    const other = (await visit(control, probe.request)) ?? (await visit(control, probe.request));
    if (other === null || judge(other, probe) !== null) return null;
    const pages = [
      { path, status: response.status, text: response.text() },
      { path: control, status: other.status, text: other.text() },
    ] as const;
    if (isSamePage(...pages)) return null;
  }
  return { probe, path, proof, content: sha256(response.body) };
}

function judge(response: HttpResponse | null, probe: Probe<ExposureRule>): Proof | null {
  if (response === null || (response.status !== 200 && response.status !== 206)) return null;
  const text = response.text();
  const page: Page = { response, body: response.body, text, html: looksLikeHtml(text) };
  if (response.body.length === 0 || page.html !== (probe.html ?? false)) return null;
  return probe.prove(page);
}
