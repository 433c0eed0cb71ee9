import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { openLogger } from "../functions/log/logger.ts";
import { configureNet, configurePost, type NetConfig } from "../functions/net/config.ts";
import type { ToolName } from "../functions/tools/tool.ts";
import { isDocs, writeDocs } from "../lib/docs.ts";
import { loadEndpoints } from "../lib/endpoints.ts";
import { deployedModules } from "../lib/sources.ts";
import { taskNames } from "../statemachines/tasks.ts";
import { startAwsStandIn } from "./aws-json.ts";
import { Closing } from "./closing.ts";
import { type DataFolder, EVENTS_FILE, openDataFolder } from "./data-folder.ts";
import { makeDocsFolder } from "./docs-folder.ts";
import { dynamoClient, startDynamo } from "./dynamodb.ts";
import { setFunctionEnvironment } from "./environment.ts";
import { eventBridge } from "./event-bridge.ts";
import { EventQueues, queueUrls, startPublisher, WEBHOOK_SECRET_ID, type WebhookOptions } from "./event-delivery.ts";
import { startHttpFront } from "./http.ts";
import { loadRouting } from "./routes.ts";
import { removeRuntime, writeRuntime } from "./runtime-file.ts";
import { secretsManager } from "./secrets-manager.ts";
import { StateMachines, stateMachineArn } from "./state-machines.ts";
import { stepFunctions } from "./step-functions.ts";
import { startSweeper } from "./sweeper.ts";
import { loadTask } from "./tasks.ts";
import { toolsIn } from "./tools.ts";

export interface ServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Folder for what must outlive the service. Default `memory`: nothing does. */
  readonly dataDir?: string;
  /** Null: not configured. Left out: the one in the data folder, else a new one. */
  readonly masterKey?: string | null;
  /** A DynamoDB that runs already. Left out: one is started, and stopped with the service. */
  readonly dynamoEndpoint?: string;
  readonly tableName?: string;
  /** Default true: the table has a stream, by which events are published. */
  readonly stream?: boolean;
  /** Where events are sent as well. */
  readonly webhook?: WebhookOptions | undefined;
  /** Default false: events are not written to standard output. */
  readonly eventStream?: boolean;
  readonly net?: NetConfig;
  /** Folders in which to look for the programs that scanners run, as in `PATH`. Default none. */
  readonly toolsPath?: string;
  /** Gets every line of the event stream. */
  readonly onEvent?: (line: string) => void;
  /** Default true: `/docs`, `/redoc` and `/openapi.json` are served. */
  readonly docs?: boolean;
  readonly debug?: boolean;
}

export interface RunningService {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** Null when none is configured. */
  readonly masterKey: string | null;
  /** The tools that were found for scanners to run. */
  readonly tools: readonly ToolName[];
  /** Lets requests in flight end, then stops everything that was started. May be called twice. */
  stop(): Promise<void>;
}

const MASTER_KEY_SECRET_ID = "palisade/master-key";
const EVENT_BUS = "palisade";

let started = false;

/**
 * Starts the whole service on this machine: table, stand-ins, state machines, sweeper, HTTP. Once in a process, because
 * the functions read their environment when they are loaded. Throws a StartupError for what the user can put right;
 * nothing that was started is left behind then.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  if (started) throw new Error("the service was started in this process before");
  started = true;
  const closing = new Closing();
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function start(options: ServiceOptions, closing: Closing): Promise<RunningService> {
  const { dataDir = "memory", tableName = "palisade" } = options;
  const folder = dataDir === "memory" ? null : openDataFolder(dataDir);
  const masterKey = options.masterKey === undefined ? keptMasterKey(folder) : options.masterKey;
  configureNet(options.net ?? {});
  // Whoever starts it has chosen the receiver, which may well be on this machine.
  configurePost({ systemResolver: true, allowHttp: true, allowPrivate: true });

  const dynamoEndpoint = options.dynamoEndpoint ?? closing.add(await startDynamo(folder)).endpoint;
  const modules = deployedModules();
  const { toolsPath = "" } = options;
  const tools = toolsIn(toolsPath);
  const machines = new StateMachines(modules, loadTask, tools.length > 0);
  const queues = new EventQueues(folder);
  const { webhook } = options;
  const standIns = closing.add(
    await startAwsStandIn({
      ...secretsManager({
        ...(masterKey === null ? {} : { [MASTER_KEY_SECRET_ID]: masterKey }),
        ...(webhook ? { [WEBHOOK_SECRET_ID]: secretOf(webhook) } : {}),
      }),
      ...stepFunctions(machines),
      ...eventBridge(EVENT_BUS, eventSink(folder, options.onEvent)),
      ...queues.operations,
    }),
  );
  const urls = queueUrls(standIns.endpoint);
  const docs = options.docs === false ? null : closing.add(makeDocsFolder(folder));
  setFunctionEnvironment({
    tableName,
    dynamoEndpoint,
    awsEndpoint: standIns.endpoint,
    masterKeySecretId: masterKey === null ? null : MASTER_KEY_SECRET_ID,
    eventBusName: EVENT_BUS,
    stateMachineArns: Object.fromEntries(modules.map((module) => [module, stateMachineArn(module)])),
    deadLetterQueueUrl: urls.deadLetters,
    webhook: webhook ? { url: webhook.url, secretId: WEBHOOK_SECRET_ID, queueUrl: urls.webhook } : null,
    eventStream: options.eventStream ?? false,
    docsFolder: docs?.path ?? null,
    tools,
    toolsPath,
    debug: options.debug ?? false,
  });
  await prepareTable(dynamoEndpoint, tableName, options.stream);
  await Promise.all(taskNames.map(loadTask));
  if (webhook) closing.add(await queues.startWebhook(reporting("the sender of events")));
  const publisher = { dynamoEndpoint, tableName, folder, report: reporting("the publisher of events") };
  if (options.stream !== false) closing.add(await startPublisher(publisher));
  // Stopped before the publisher, which then publishes what their last tasks have told.
  closing.add(machines);
  const sweeper = closing.add(await startSweeper(await loadTask("sweep"), reporting("the sweeper")));
  machines.onDied = sweeper.run;
  if (folder) {
    writeRuntime(folder, {
      awsEndpoint: standIns.endpoint,
      dynamoEndpoint,
      tableName,
      hasWebhook: webhook !== undefined,
    });
    closing.add({ stop: async () => removeRuntime(folder) });
  }
  const endpoints = (await loadEndpoints()).filter((endpoint) => docs || !isDocs(endpoint));
  if (docs) await writeDocs(docs.path, endpoints);
  const front = closing.add(await startHttpFront(await loadRouting(endpoints), options.port ?? 0));
  return { baseUrl: `http://127.0.0.1:${front.port}/api/v1`, masterKey, tools, stop: () => closing.close() };
}

/** Puts on the log what went wrong in a part that goes on by itself. Opened late, as the log reads its level when it is. */
const reporting = (part: string) => (error: unknown) => openLogger("local").error(`${part} failed`, { error });

/** What the sender of events finds in Secrets Manager. */
const secretOf = ({ token, signingSecret }: WebhookOptions): string =>
  JSON.stringify({ token, signing_secret: signingSecret });

const MASTER_KEY_FILE = "master-key";
const MASTER_KEY_BYTES = 32;

function keptMasterKey(folder: DataFolder | null): string {
  const kept = folder?.read(MASTER_KEY_FILE)?.trim();
  if (kept) return kept;
  const fresh = randomBytes(MASTER_KEY_BYTES).toString("base64url");
  folder?.write(MASTER_KEY_FILE, `${fresh}\n`);
  return fresh;
}

function eventSink(folder: DataFolder | null, onEvent: (line: string) => void = () => undefined) {
  return (line: string) => {
    if (folder) appendFileSync(folder.at(EVENTS_FILE), `${line}\n`, { mode: 0o600 });
    onEvent(line);
  };
}

async function prepareTable(endpoint: string, tableName: string, hasStream = true): Promise<void> {
  // Loaded here, because it loads the store, which reads the environment.
  const { createTable } = await import("./table.ts");
  const client = dynamoClient(endpoint);
  try {
    await createTable(client, tableName, hasStream);
  } finally {
    client.destroy();
  }
}
