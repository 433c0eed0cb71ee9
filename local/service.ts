import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { configureNet, type NetConfig } from "../functions/net/config.ts";
import { isDocs, writeDocs } from "../lib/docs.ts";
import { loadEndpoints } from "../lib/endpoints.ts";
import { deployedModules } from "../lib/sources.ts";
import { taskNames } from "../statemachines/tasks.ts";
import { startAwsStandIn } from "./aws-json.ts";
import { Closing } from "./closing.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { makeDocsFolder } from "./docs-folder.ts";
import { dynamoClient, startDynamo } from "./dynamodb.ts";
import { setFunctionEnvironment } from "./environment.ts";
import { eventBridge } from "./event-bridge.ts";
import { startHttpFront } from "./http.ts";
import { loadRouting } from "./routes.ts";
import { secretsManager } from "./secrets-manager.ts";
import { StateMachines, stateMachineArn } from "./state-machines.ts";
import { stepFunctions } from "./step-functions.ts";
import { startSweeper } from "./sweeper.ts";
import { loadTask } from "./tasks.ts";

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
  /** Default true: the table has a stream. */
  readonly stream?: boolean;
  readonly net?: NetConfig;
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
  /** Lets requests in flight end, then stops everything that was started. May be called twice. */
  stop(): Promise<void>;
}

const MASTER_KEY_SECRET_ID = "palisade/master-key";
const EVENT_BUS = "palisade";
const EVENTS_FILE = "events.ndjson";

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

  const dynamoEndpoint = options.dynamoEndpoint ?? closing.add(await startDynamo(folder)).endpoint;
  const modules = deployedModules();
  const machines = closing.add(new StateMachines(modules, loadTask));
  const standIns = closing.add(
    await startAwsStandIn({
      ...secretsManager(masterKey === null ? {} : { [MASTER_KEY_SECRET_ID]: masterKey }),
      ...stepFunctions(machines),
      ...eventBridge(EVENT_BUS, eventSink(folder, options.onEvent)),
    }),
  );
  const docs = options.docs === false ? null : closing.add(makeDocsFolder(folder));
  setFunctionEnvironment({
    tableName,
    dynamoEndpoint,
    awsEndpoint: standIns.endpoint,
    masterKeySecretId: masterKey === null ? null : MASTER_KEY_SECRET_ID,
    eventBusName: EVENT_BUS,
    stateMachineArns: Object.fromEntries(modules.map((module) => [module, stateMachineArn(module)])),
    docsFolder: docs?.path ?? null,
    debug: options.debug ?? false,
  });
  await prepareTable(dynamoEndpoint, tableName, options.stream);
  await Promise.all(taskNames.map(loadTask));
  const sweep = await loadTask("sweep");
  closing.add(await startSweeper(sweep, (error) => console.error("sweep:", error)));
  const endpoints = (await loadEndpoints()).filter((endpoint) => docs || !isDocs(endpoint));
  if (docs) await writeDocs(docs.path, endpoints);
  const front = closing.add(await startHttpFront(await loadRouting(endpoints), options.port ?? 0));
  return { baseUrl: `http://127.0.0.1:${front.port}/api/v1`, masterKey, stop: () => closing.close() };
}

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
