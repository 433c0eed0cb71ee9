import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { startLab } from "../lab/lab.ts";
import { ROOT } from "../lib/sources.ts";
import { Closing } from "../local/closing.ts";
import { labNet } from "../local/demo/subject.ts";
import {
  bootstrap,
  type Deployment,
  type DeploymentPlan,
  deploy,
  destroy,
  stacksLeft,
} from "../test/aws/deployment.ts";
import { type Emulator, freePort, installEmulator, startEmulator } from "../test/aws/emulator.ts";
import { endCommands, run } from "../test/aws/run.ts";
import { environmentModule, netModule } from "../test/aws/stand-ins.ts";

/**
 * `npm run test:aws`: deploys the service to an AWS emulator on this machine by the CDK, and runs the contract suite, a scan
 * of the lab and the operators' commands against it. `--install` only installs the emulator.
 */

const TOOLS_FOLDER = join(ROOT, ".tools");
/** Stays after the run: what a Lambda wrote before it failed is in it. */
const EMULATOR_LOG = join(TOOLS_FOLDER, "aws-emulator.log");
/** Third octet of the lab's addresses, 127.0.N.x: that of no other test. */
const LAB_NETWORK = 93;
const INTERRUPTED = 130;

const closing = new Closing();
const folder = mkdtempSync(join(tmpdir(), "palisade-aws-"));
closing.add({ stop: async () => rmSync(folder, { recursive: true, force: true }) });
/** What there is to tell at the end, a line each. */
const results: string[] = [];

async function main(): Promise<void> {
  mkdirSync(TOOLS_FOLDER, { recursive: true });
  const program = await step("install the emulator", () => installEmulator(join(TOOLS_FOLDER, "aws-emulator")));
  if (process.argv.includes("--install")) return;
  const emulator = closing.add(await startEmulator(program, EMULATOR_LOG));
  await step("start the emulator", emulator.ready);
  await step("cdk bootstrap", () => bootstrap(emulator, folder));
  await contract(emulator);
  await scan(emulator);
  const left = (await stacksLeft(emulator)).filter((name) => name.startsWith("palisade-"));
  if (left.length > 0) throw new Error(`stacks are left: ${left.join(", ")}`);
}

/** The contract suite, with scanners and an STS that do as each test says. */
async function contract(emulator: Emulator): Promise<void> {
  const scriptPort = await freePort();
  const stsPort = await freePort();
  const inject = environmentModule(folderOf("contract"), {
    SCRIPT_URL: `http://127.0.0.1:${scriptPort}`,
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${stsPort}`,
  });
  const plan = planOf(emulator, "contract", { INJECT: inject, SCRIPTED: "true" });
  const deployment = await step("cdk deploy (contract)", () => deploy(plan));
  const ports = { SCRIPT_PORT: String(scriptPort), STS_PORT: String(stsPort) };
  await step("contract suite", () => vitest(emulator, deployment, "test/contract", ports));
  await step("cdk destroy (contract)", () => destroy(plan));
}

/** A scan of the lab, its events, and what operators run. */
async function scan(emulator: Emulator): Promise<void> {
  const lab = closing.add(await startLab({ network: LAB_NETWORK }));
  const { seeds, scanOptions } = lab;
  const net = labNet(lab);
  const plan = planOf(emulator, "lab", { INJECT: netModule(folderOf("lab"), net) });
  const deployment = await step("cdk deploy (lab)", () => deploy(plan));
  const environment = {
    LAB: JSON.stringify({ net, seeds, scanOptions }),
    BUS_NAME: deployment.busName,
    MASTER_KEY_SECRET: deployment.masterKeySecret,
  };
  await step("scan and events", () => vitest(emulator, deployment, "test/aws/scan.test.ts", environment));
  // Last, as it replaces the master key.
  await step("operators' commands", () => vitest(emulator, deployment, "test/aws/operator.test.ts", environment));
  await step("cdk destroy (lab)", () => destroy(plan));
}

function folderOf(stage: string): string {
  const path = join(folder, stage);
  mkdirSync(path, { recursive: true });
  return path;
}

const planOf = (emulator: Emulator, stage: string, environment: NodeJS.ProcessEnv): DeploymentPlan => ({
  emulator,
  stage,
  app: "test/aws/app.ts",
  environment,
  folder: folderOf(stage),
});

const countsShape = z.object({ numPassedTests: z.number(), numTotalTests: z.number() });

/** Runs a folder of tests against a deployment; rejects when one fails. */
async function vitest(
  { environment }: Emulator,
  { baseUrl, masterKey, tableName, assumerArn }: Deployment,
  tests: string,
  more: NodeJS.ProcessEnv,
): Promise<void> {
  const counts = join(folder, "counts.json");
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${counts}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.aws.config.ts", ...reporters, tests];
  const service = { baseUrl, masterKey, assumerArn };
  const env = { ...environment, TABLE_NAME: tableName, DEPLOYED_SERVICE: JSON.stringify(service), ...more };
  await run(process.execPath, args, { cwd: ROOT, env, shown: true });
  const { numPassedTests, numTotalTests } = countsShape.parse(JSON.parse(readFileSync(counts, "utf8")));
  results.push(`${tests}: ${numPassedTests} passed of ${numTotalTests}`);
}

/** Does one thing, and tells that it begins and how long it took. */
async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stderr.write(`${name} ...\n`);
  const result = await act();
  const line = `${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  process.stderr.write(`${line}\n`);
  results.push(line);
  return result;
}

// The emulator is a process group of its own, which Ctrl-C does not reach; a signal to this process alone reaches nothing else.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(name, () => {
    void endCommands()
      .then(() => closing.close())
      .finally(() => process.exit(INTERRUPTED));
  });

try {
  await main();
  process.stdout.write(`\n${results.join("\n")}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closing.close();
}
