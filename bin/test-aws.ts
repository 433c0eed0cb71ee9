import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { startLab } from "../lab/lab.ts";
import { ROOT } from "../lib/sources.ts";
import { Closing } from "../local/closing.ts";
import { labNet } from "../local/demo/subject.ts";
import { COUNTS_FILE, readCounts } from "../test/aws/counts.ts";
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
import { Steps } from "../test/aws/steps.ts";

/**
 * `npm run test:aws`: deploys the service to an AWS emulator on this machine by the CDK, and runs the contract suite, a scan
 * of the lab and the operators' commands against it. `--install` only installs the emulator.
 */

const TOOLS_FOLDER = join(ROOT, ".tools");
/** Stays after the run: what a Lambda wrote before it failed is in it. */
const EMULATOR_LOG = join(TOOLS_FOLDER, "aws-emulator.log");
/** A line for each file of tests; one that is slow here is nothing to tell, nor is what a test that passed has printed. */
const OUTPUT = ["--reporter=./test/aws/reporter.ts", "--slowTestThreshold=3600000", "--silent=passed-only"];
/** Third octet of the lab's addresses, 127.0.N.x: that of no other test. */
const LAB_NETWORK = 93;
const INTERRUPTED = 130;

const closing = new Closing();
const folder = mkdtempSync(join(tmpdir(), "palisade-aws-"));
closing.add({ stop: async () => rmSync(folder, { recursive: true, force: true }) });
const steps = new Steps((line) => process.stderr.write(`${line}\n`));

async function main(): Promise<void> {
  mkdirSync(TOOLS_FOLDER, { recursive: true });
  const install = () => installEmulator(join(TOOLS_FOLDER, "aws-emulator"));
  if (process.argv.includes("--install"))
    return void process.stdout.write(`The emulator is installed: ${relative(ROOT, await install())}\n`);
  const startedAt = performance.now();
  try {
    await testAll(await steps.run("install the emulator", install));
  } finally {
    process.stdout.write(`\n${steps.table()}\n`);
  }
  const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
  process.stdout.write(`All passed in ${minutes} min; the emulator's log is ${relative(ROOT, EMULATOR_LOG)}\n`);
}

async function testAll(program: string): Promise<void> {
  const emulator = closing.add(await startEmulator(program, EMULATOR_LOG));
  await steps.run("start the emulator", emulator.ready);
  await steps.run("cdk bootstrap", () => bootstrap(emulator, folder));
  const contracted = await contract(emulator);
  // The one mostly waits for caches to forget the old master key, the other for hosts to answer.
  await Promise.all([operate(emulator, contracted), scan(emulator)]);
  const left = (await stacksLeft(emulator)).filter((name) => name.startsWith("palisade-"));
  if (left.length > 0) throw new Error(`stacks are left: ${left.join(", ")}`);
}

interface Deployed {
  readonly plan: DeploymentPlan;
  readonly deployment: Deployment;
}

/** The contract suite, with scanners and an STS that do as each test says. */
async function contract(emulator: Emulator): Promise<Deployed> {
  const scriptPort = await freePort();
  const stsPort = await freePort();
  const inject = environmentModule(folderOf("contract"), {
    SCRIPT_URL: `http://127.0.0.1:${scriptPort}`,
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${stsPort}`,
  });
  const plan = planOf(emulator, "contract", { INJECT: inject, SCRIPTED: "true" });
  const deployment = await steps.run("cdk deploy (contract)", () => deploy(plan));
  const ports = { SCRIPT_PORT: String(scriptPort), STS_PORT: String(stsPort) };
  await vitest("contract suite", emulator, deployment, "test/contract", ports);
  return { plan, deployment };
}

/** What operators run; its last use, as the master key is another one afterwards. */
async function operate(emulator: Emulator, { plan, deployment }: Deployed): Promise<void> {
  const environment = { MASTER_KEY_SECRET: deployment.masterKeySecret };
  await vitest("operators' commands", emulator, deployment, "test/aws/operator.test.ts", environment);
  await steps.run("cdk destroy (contract)", () => destroy(plan));
}

/** A scan of the lab, and its events. */
async function scan(emulator: Emulator): Promise<void> {
  const lab = closing.add(await startLab({ network: LAB_NETWORK }));
  const { seeds, scanOptions } = lab;
  const net = labNet(lab);
  const plan = planOf(emulator, "lab", { INJECT: netModule(folderOf("lab"), net) });
  const deployment = await steps.run("cdk deploy (lab)", () => deploy(plan));
  const environment = {
    LAB: JSON.stringify({ net, seeds, scanOptions }),
    BUS_NAME: deployment.busName,
  };
  await vitest("scan and events", emulator, deployment, "test/aws/scan.test.ts", environment);
  await steps.run("cdk destroy (lab)", () => destroy(plan));
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

/** Runs a folder of tests against a deployment, as a step; rejects when one fails. */
async function vitest(
  name: string,
  { environment }: Emulator,
  { baseUrl, masterKey, tableName, assumerArn }: Deployment,
  tests: string,
  more: NodeJS.ProcessEnv,
): Promise<void> {
  const counts = join(folder, `${basename(tests)}.json`);
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.aws.config.ts", ...OUTPUT, tests];
  const service = { baseUrl, masterKey, assumerArn };
  const env = {
    ...environment,
    TABLE_NAME: tableName,
    DEPLOYED_SERVICE: JSON.stringify(service),
    [COUNTS_FILE]: counts,
  };
  const act = () => run(process.execPath, args, { cwd: ROOT, env: { ...env, ...more }, shown: true });
  await steps.run(name, act, () => readCounts(counts));
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
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  // Where one of two that run at the same time has failed, the other goes on.
  await endCommands();
  await closing.close();
}
