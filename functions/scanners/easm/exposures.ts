import { detection, missed, scanner } from "../scanner.ts";
import { apiProbes, apiRules } from "./exposures/api.ts";
import { backupProbes, backupRules } from "./exposures/backups.ts";
import { BlockWatch } from "./exposures/block-watch.ts";
import { configProbes, configRules } from "./exposures/configs.ts";
import { consoleProbes, consoleRules } from "./exposures/consoles.ts";
import { listingProbes, listingRules } from "./exposures/listings.ts";
import { isLasting, type Probe } from "./exposures/probe.ts";
import { tryProbe } from "./exposures/prove.ts";
import { repositoryProbes, repositoryRules } from "./exposures/repositories.ts";
import { secretProbes, secretRules } from "./exposures/secrets.ts";
import { statusProbes, statusRules } from "./exposures/status.ts";
import { visitorOf } from "./exposures/visitor.ts";
import { readPage } from "./shared/html.ts";
import { isHtml } from "./shared/page.ts";
import { streamPool } from "./shared/pool.ts";

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
/** Undecided questions that a reason names. */
const SHOWN_MAX = 5;

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
    const watch = new BlockWatch(visit, token);
    await watch.start(front, app.attributes.status_code);
    const links = front === null || !isHtml(front) ? [] : readPage(front.text()).links;
    const probes = [...fixedProbes, ...listingProbes(app, links)];
    const means = { visit, watch, token, signal };

    const undecided: string[] = [];
    // One file under several paths is one leak; the first path stands for it.
    const reported = new Set<string>();
    for await (const tried of streamPool(probes, PARALLEL_PROBES, (probe) => tryProbe(probe, app, means))) {
      undecided.push(...tried.undecided);
      for (const { probe, path, proof, content } of tried.hits) {
        const identity = `${probe.rule} ${content}`;
        if (reported.has(identity)) continue;
        reported.add(identity);
        yield detection({
          rule: probe.rule,
          asset: { kind: "web_app", value: app.value },
          matched_at: `${app.value}${path}`,
          // Where one path is enough it says where the thing was seen, and not which thing it is.
          ...(probe.once ? {} : { path }),
          ...(proof.severity ? { severity: proof.severity } : {}),
          evidence: {
            ...(probe.once ? { path } : {}),
            ...proof.evidence,
            ...(isLasting(probe) ? { sha256: content } : {}),
          },
        });
      }
    }
    await watch.end();
    if (watch.reason !== null) yield missed(app.value, watch.reason);
    else if (undecided.length > 0) {
      yield missed(
        app.value,
        `${undecided.length} questions got no answer: ${undecided.slice(0, SHOWN_MAX).join(", ")}`,
      );
    }
  },
});
