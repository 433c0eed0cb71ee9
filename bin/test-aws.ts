import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { run } from "../test/aws/run.ts";
import { environmentModule, netModule } from "../test/aws/stand-ins.ts";

const closing = new Closing();
const folder = mkdtempSync(join(tmpdir(), "palisade-aws-"));
closing.add({ stop: async () => rmSync(folder, { recursive: true, force: true }) });

/** `npm run test:aws`: deploys the service to an AWS emulator on this machine, and runs the tests against it. */
async function main(): Promise<void> {
  const program = await step("install the emulator", () => installEmulator(join(ROOT, ".tools", "aws-emulator")));
  const emulator = await step("start the emulator", async () =>
    closing.add(await startEmulator(program, join(folder, "emulator.log"))),
  );
  await step("cdk bootstrap", () => bootstrap(emulator, folder));
  await contract(emulator);
  await lab(emulator);
  const left = (await stacksLeft(emulator)).filter((name) => name.startsWith("palisade-"));
  if (left.length > 0) throw new Error(`stacks are left: ${left.join(", ")}`);
}

/** The contract suite, with scanners and an STS that do as each test says. */
async function contract(emulator: Emulator): Promise<void> {
  const scriptPort = await freePort();
  const stsPort = await freePort();
  const own = folderOf("contract");
  const inject = environmentModule(own, {
    SCRIPT_URL: `http://127.0.0.1:${scriptPort}`,
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${stsPort}`,
  });
  const plan = planOf(emulator, "contract", { INJECT: inject, SCRIPTED: "true" });
  const deployment = await step("cdk deploy (contract)", () => deploy(plan));
  const ports = { SCRIPT_PORT: String(scriptPort), STS_PORT: String(stsPort) };
  await step("contract suite", () => vitest(emulator, deployment, ["test/contract"], ports));
  await step("cdk destroy (contract)", () => destroy(plan));
}

/** A scan of the lab, its events, and what operators run. */
async function lab(emulator: Emulator): Promise<void> {
  const running = closing.add(await startLab({ network: LAB_NETWORK }));
  const net = labNet(running);
  const plan = planOf(emulator, "lab", { INJECT: netModule(folderOf("lab"), net) });
  const deployment = await step("cdk deploy (lab)", () => deploy(plan));
  const { seeds, scanOptions } = running;
  const environment = {
    LAB: JSON.stringify({ net, seeds, scanOptions }),
    BUS_NAME: deployment.busName,
    MASTER_KEY_SECRET: deployment.masterKeySecret,
  };
  await step("scan, events, operators' commands", () => vitest(emulator, deployment, ["test/aws"], environment));
  await step("cdk destroy (lab)", () => destroy(plan));
}

/** Third octet of the lab's addresses, 127.0.N.x: that of no other test. */
const LAB_NETWORK = 93;

const folderOf = (stage: string): string => {
  const path = join(folder, stage);
  mkdirSync(path, { recursive: true });
  return path;
};

const planOf = (emulator: Emulator, stage: string, environment: NodeJS.ProcessEnv): DeploymentPlan => ({
  emulator,
  stage,
  app: "test/aws/app.ts",
  environment,
  folder: folderOf(stage),
});

const vitest = (
  { environment }: Emulator,
  { baseUrl, masterKey, tableName, assumerArn }: Deployment,
  paths: readonly string[],
  more: NodeJS.ProcessEnv,
) =>
  run(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", "vitest.aws.config.ts", ...paths],
    {
      cwd: ROOT,
      env: {
        ...environment,
        TABLE_NAME: tableName,
        DEPLOYED_SERVICE: JSON.stringify({ baseUrl, masterKey, assumerArn }),
        ...more,
      },
      shown: true,
    },
  );

/** Does one thing, and says how long it took. */
async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stderr.write(`${name} ...\n`);
  const result = await act();
  process.stderr.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return result;
}

await main().finally(() => closing.close());
