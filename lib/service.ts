import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import type { Module } from "../functions/domain/vocabulary.ts";
import { ApiStack, DOCS_SUBFOLDER, FALLBACK } from "./api-stack.ts";
import { type Bundles, bundle } from "./bundles.ts";
import { DataStack } from "./data-stack.ts";
import { isDocs, writeDocs } from "./docs.ts";
import { type LoadedEndpoint, loadEndpoints } from "./endpoints.ts";
import { EventsStack, eventSources } from "./events-stack.ts";
import { OperationsStack } from "./operations-stack.ts";
import { ScansStack, scanSources } from "./scans-stack.ts";
import type { Settings } from "./settings.ts";
import { deployedModules, ROOT, source } from "./sources.ts";

/** What the stacks are built from: code, not configuration. */
export interface Parts {
  readonly endpoints: readonly LoadedEndpoint[];
  /** The modules that can be scanned. */
  readonly modules: readonly Module[];
  readonly bundles: Bundles;
}

/** Source files of all functions, absolute. */
export async function functionSources(): Promise<string[]> {
  const endpoints = await loadEndpoints();
  return [...endpoints.map(({ file }) => file), ...[...scanSources, ...eventSources, FALLBACK].map(source)];
}

/** Finds every function of the service and bundles it below `outdir`. */
export async function prepare(outdir: string): Promise<Parts> {
  const bundles = await bundle(ROOT, await functionSources(), outdir);
  const endpoints = await loadEndpoints();
  for (const { file } of endpoints.filter(isDocs))
    await writeDocs(join(bundles.folderOf(file), DOCS_SUBFOLDER), endpoints);
  return { endpoints, modules: deployedModules(), bundles };
}

/**
 * The whole service, one stack for each life cycle. Data outlives every deployment; events, scans and the API can be
 * replaced, and so can what watches over them. Each depends only on those above it.
 */
export function service(app: App, settings: Settings, { endpoints, modules, bundles }: Parts): void {
  const { stage, ctLogs, docs, webhook, alarmEmail } = settings;
  const name = (part: string) => `palisade-${stage}-${part}`;
  const data = new DataStack(app, name("data"));
  const events = new EventsStack(app, name("events"), { table: data.table, webhook, bundles });
  const scans = new ScansStack(app, name("scans"), { table: data.table, modules, ctLogs, bundles });
  const api = new ApiStack(app, name("api"), {
    table: data.table,
    masterKey: data.masterKey,
    assumer: data.assumer,
    scanMachines: scans.machines,
    endpoints: docs ? endpoints : endpoints.filter((endpoint) => !isDocs(endpoint)),
    bundles,
  });
  const watched = { table: data.table, events, scans, api };
  const operations = new OperationsStack(app, name("operations"), { stage, watched, alarmEmail });
  for (const stack of [data, events, scans, api, operations]) Tags.of(stack).add("service", "palisade");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
