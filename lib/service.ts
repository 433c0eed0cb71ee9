import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import type { Module } from "../functions/domain/vocabulary.ts";
import { ApiStack, DOCS_SUBFOLDER, FALLBACK } from "./api-stack.ts";
import { type Bundles, bundle, type StandIns } from "./bundles.ts";
import { DataStack } from "./data-stack.ts";
import { isDocs, writeDocs } from "./docs.ts";
import { type LoadedEndpoint, loadEndpoints } from "./endpoints.ts";
import { EventsStack, eventSources } from "./events-stack.ts";
import { OperationsStack } from "./operations-stack.ts";
import { markRestored } from "./restored-table.ts";
import { CONTAINER_SOURCE } from "./scan-containers.ts";
import { ScansStack, scanSources } from "./scans-stack.ts";
import type { Settings } from "./settings.ts";
import { deployedModules, ROOT, source } from "./sources.ts";

/** What the stacks are built from: code, not configuration. */
export interface Parts {
  readonly endpoints: readonly LoadedEndpoint[];
  /** The modules that can be scanned. */
  readonly modules: readonly Module[];
  readonly bundles: Bundles;
  /** Folder of the image in which scanners run tools of others. */
  readonly scannerImage: string;
}

/** Source files of all functions, absolute. */
export async function functionSources(): Promise<string[]> {
  const endpoints = await loadEndpoints();
  return [...endpoints.map(({ file }) => file), ...[...scanSources, ...eventSources, FALLBACK].map(source)];
}

/** Finds every function of the service and bundles it below `outdir`. */
export async function prepare(outdir: string, standIns: StandIns = {}): Promise<Parts> {
  const bundles = await bundle(ROOT, await functionSources(), outdir, { standIns });
  const endpoints = await loadEndpoints();
  for (const { file } of endpoints.filter(isDocs))
    await writeDocs(join(bundles.folderOf(file), DOCS_SUBFOLDER), endpoints);
  return { endpoints, modules: deployedModules(), bundles, scannerImage: await prepareImage(outdir) };
}

/** The folder of which the image of the scanner's containers is built. */
async function prepareImage(outdir: string): Promise<string> {
  const file = source(CONTAINER_SOURCE);
  // Unlike a Lambda, a container has no credentials in its environment, so that the SDK has to look for them.
  const folder = (await bundle(ROOT, [file], outdir, { external: [] })).folderOf(file);
  copyFileSync(source("containers/scanner/Dockerfile"), join(folder, "Dockerfile"));
  return folder;
}

/**
 * The whole service, one stack for each life cycle. Data outlives every deployment; events, scans and the API can be
 * replaced, and so can what watches over them. Each depends only on those above it.
 */
export function service(app: App, settings: Settings, { endpoints, modules, bundles, scannerImage }: Parts): void {
  const { stage, ctLogs, docs, webhook, alarmEmail, waf, scannerConcurrency, ossScanners, restoredTable } = settings;
  const name = (part: string) => `palisade-${stage}-${part}`;
  const data = new DataStack(app, name("data"));
  const events = new EventsStack(app, name("events"), { table: data.table, webhook, bundles });
  const scans = new ScansStack(app, name("scans"), {
    table: data.table,
    modules,
    ctLogs,
    scannerConcurrency,
    scannerImage: ossScanners ? scannerImage : null,
    bundles,
  });
  const api = new ApiStack(app, name("api"), {
    table: data.table,
    masterKey: data.masterKey,
    assumer: data.assumer,
    scanMachines: scans.machines,
    waf,
    endpoints: docs ? endpoints : endpoints.filter((endpoint) => !isDocs(endpoint)),
    bundles,
  });
  const watched = { table: data.table, events, scans, api };
  const operations = new OperationsStack(app, name("operations"), { stage, watched, alarmEmail });
  for (const stack of [data, events, scans, api, operations]) {
    Tags.of(stack).add("service", "palisade");
    if (restoredTable !== null) markRestored(stack, restoredTable);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
