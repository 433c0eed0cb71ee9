import { detection, missed, scanner } from "../scanner.ts";
import { apiProbes, apiRules } from "./exposures/api.ts";
import { backupProbes, backupRules } from "./exposures/backups.ts";
import { BlockWatch } from "./exposures/block-watch.ts";
import { configProbes, configRules } from "./exposures/configs.ts";
import { consoleProbes, consoleRules } from "./exposures/consoles.ts";
import { credentialProbes, credentialRules } from "./exposures/credentials.ts";
import { frameworkProbes, frameworkRules } from "./exposures/frameworks.ts";
import { listingProbes, listingRules } from "./exposures/listings.ts";
import { logProbes, logRules } from "./exposures/logs.ts";
import { openConsoleProbes, openConsoleRules } from "./exposures/open-consoles.ts";
import { operationProbes, operationRules } from "./exposures/operation-files.ts";
import { panelRules } from "./exposures/panel-rules.ts";
import { panelProbes } from "./exposures/panels.ts";
import { isLasting, type Probe } from "./exposures/probe.ts";
import { projectProbes, projectRules } from "./exposures/project-files.ts";
import { tryProbe } from "./exposures/prove.ts";
import { repositoryProbes, repositoryRules } from "./exposures/repositories.ts";
import { secretProbes, secretRules } from "./exposures/secrets.ts";
import { serverProbes, serverRules } from "./exposures/servers.ts";
import { sharing } from "./exposures/sharing.ts";
import { siteProbes, siteRules } from "./exposures/site-pages.ts";
import { statusProbes, statusRules } from "./exposures/status.ts";
import { visitorOf } from "./exposures/visitor.ts";
import { readPage } from "./shared/html.ts";
import { isHtml } from "./shared/page.ts";
import { streamPool } from "./shared/pool.ts";

const exposureRules = {
  ...repositoryRules,
  ...secretRules,
  ...credentialRules,
  ...configRules,
  ...projectRules,
  ...operationRules,
  ...logRules,
  ...statusRules,
  ...frameworkRules,
  ...serverRules,
  ...siteRules,
  ...backupRules,
  ...consoleRules,
  ...openConsoleRules,
  ...panelRules,
  ...apiRules,
  ...listingRules,
};
type ExposureRule = keyof typeof exposureRules;

const fixedProbes: readonly Probe<ExposureRule>[] = [
  ...repositoryProbes,
  ...secretProbes,
  ...credentialProbes,
  ...configProbes,
  ...projectProbes,
  ...operationProbes,
  ...logProbes,
  ...statusProbes,
  ...frameworkProbes,
  ...serverProbes,
  ...siteProbes,
  ...backupProbes,
  ...consoleProbes,
  ...openConsoleProbes,
  ...panelProbes,
  ...apiProbes,
];

/** Requests to one application at the same time. */
const PARALLEL_PROBES = 6;
/** Undecided questions that a reason names. */
const SHOWN_MAX = 5;

/**
 * Looks for files and consoles that should not be public, each proven by its content and held against pages for nothing.
 * An application that has none of them is sent at most 340 requests, and two more for each path that looks like a find.
 */
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
    const means = { visit: sharing(visit, app, probes), watch, token, signal };

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
