import { afterAll, beforeAll } from "vitest";
import { type ServiceOptions, startService } from "../../local/service.ts";
import { type DeployedService, deployedService } from "./deployed.ts";
import { testDynamoEndpoint } from "./dynamodb.ts";
import { serveScript } from "./script-server.ts";

/** A service of one test file's own, with an empty table. */
export interface TestService {
  readonly baseUrl: string;
  readonly masterKey: string;
  /** Lines of the event stream so far. */
  readonly events: readonly string[];
  /** Runs something while no master key is configured. */
  withoutMasterKey<T>(act: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts the service on a free port, in memory. Once in a test file, as its modules are loaded once. Where one was deployed
 * for the tests, that one is taken; its table is shared by all test files.
 */
export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const deployed = deployedService();
  if (deployed) return takeDeployed(deployed);
  const events: string[] = [];
  const service = await startService({
    dynamoEndpoint: await testDynamoEndpoint(),
    tableName: process.env.TABLE_NAME ?? "",
    stream: false,
    onEvent: (line) => events.push(line),
    ...options,
  });
  return { ...service, masterKey: service.masterKey ?? "", events, withoutMasterKey };
}

async function withoutMasterKey<T>(act: () => Promise<T>): Promise<T> {
  const secretId = process.env.MASTER_KEY_SECRET_ID;
  delete process.env.MASTER_KEY_SECRET_ID;
  try {
    return await act();
  } finally {
    if (secretId !== undefined) process.env.MASTER_KEY_SECRET_ID = secretId;
  }
}

async function takeDeployed(deployed: DeployedService): Promise<TestService> {
  const { SCRIPT_PORT } = process.env;
  // Its scanners ask this process for their script, over HTTP.
  if (SCRIPT_PORT) await serveScript(Number(SCRIPT_PORT));
  return { ...deployed, events: [], withoutMasterKey: refuse, stop: async () => undefined };
}

const refuse = () => Promise.reject(new Error("a deployed service keeps its master key"));

/** Starts the service before the tests of a file and stops it after them; the result gives it to the tests. */
export function useService(options: ServiceOptions = {}): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await startTestService(options);
  });
  afterAll(() => service?.stop());
  return () => {
    if (!service) throw new Error("the service is there within tests and hooks only");
    return service;
  };
}
