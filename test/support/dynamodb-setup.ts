import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type LocalDynamo, startDynamo } from "../../local/dynamodb.ts";
import { listenOnLoopback, stopServer } from "../../local/loopback.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL that answers with the endpoint of the run's DynamoDB Local, having started it when nobody had asked before. */
    dynamoBroker: string;
  }
}

/** One DynamoDB Local in memory for the whole run, started only when a test wants it: most tests do not. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let dynamo: Promise<LocalDynamo> | null = null;
  const broker = createServer(async (_, response) => {
    dynamo ??= startDynamo(null);
    try {
      response.end((await dynamo).endpoint);
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  project.provide("dynamoBroker", `http://127.0.0.1:${await listenOnLoopback(broker, 0)}`);
  return async () => {
    await stopServer(broker, 0);
    await (await dynamo)?.stop();
  };
}
