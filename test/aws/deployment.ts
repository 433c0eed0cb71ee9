import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as z from "zod";
import { ROOT } from "../../lib/sources.ts";
import { awsCall } from "./aws-call.ts";
import type { Emulator } from "./emulator.ts";
import { TARGET } from "./emulator.ts";
import { completeGateway } from "./gateway-gaps.ts";
import { run } from "./run.ts";

/** A service that was deployed by `cdk deploy`. */
export interface Deployment {
  readonly stage: string;
  /** URL of the gateway's stage with `/v1`. */
  readonly baseUrl: string;
  readonly masterKey: string;
  /** Where the master key is kept. */
  readonly masterKeySecret: string;
  readonly tableName: string;
  readonly busName: string;
  readonly assumerArn: string;
}

/** What a deployment is made of. */
export interface DeploymentPlan {
  readonly emulator: Emulator;
  readonly stage: string;
  /** A CDK app, and what its environment tells it. */
  readonly app: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder for what is synthesised. */
  readonly folder: string;
}

const CDK = join(dirname(createRequire(import.meta.url).resolve("aws-cdk/package.json")), "bin", "cdk");

/** Runs the CDK CLI. Nothing is asked, and nothing goes to anybody but the emulator. */
const cdk = (emulator: Emulator, cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [CDK, ...args], { cwd, env: { ...emulator.environment, CI: "true", ...environment } });

/** Bootstraps the emulator's account. Outside the checkout, where the CLI would synthesise the app first. */
export const bootstrap = (emulator: Emulator, folder: string): Promise<string> =>
  cdk(emulator, folder, ["bootstrap", TARGET]);

/**
 * The stacks to deploy, by what stands behind the stage in their names. `operations` is left out: MiniStack 1.5.33 knows no
 * alarm on metric math. Its template is tested in test/lib.
 */
const STACKS = ["data", "events", "scans", "api"];

const outputsShape = z.record(z.string(), z.record(z.string(), z.string()));

/** Synthesises and deploys the service; rejects when a stack is not created. */
export async function deploy(plan: DeploymentPlan): Promise<Deployment> {
  const { emulator, stage, folder } = plan;
  const file = join(folder, "outputs.json");
  await cdkOf(plan, ["deploy", ...stacksOf(stage), "--require-approval", "never", "--outputs-file", file]);
  const outputs = outputsShape.parse(JSON.parse(readFileSync(file, "utf8")));
  const output = (stack: string, name: string): string => {
    const value = outputs[stackOf(stage, stack)]?.[name];
    if (value === undefined) throw new Error(`stack ${stack} has no output ${name}`);
    return value;
  };
  const baseUrl = new URL(output("api", "BaseUrl"));
  const masterKeySecret = output("data", "MasterKeySecret");
  const [apiId = ""] = baseUrl.hostname.split(".");
  await completeGateway(emulator, stackOf(stage, "api"), apiId);
  return {
    stage,
    // The emulator's other spelling of the URL: names below localhost do not resolve everywhere.
    baseUrl: `${emulator.endpoint}/_aws/execute-api/${apiId}${baseUrl.pathname}`,
    masterKey: await rotate(emulator, masterKeySecret),
    masterKeySecret,
    tableName: output("data", "TableName"),
    busName: output("events", "EventBusName"),
    assumerArn: output("data", "AssumerRoleArn"),
  };
}

/** Takes all stacks away. The data stack is protected, as an operator would find: that is lifted first. */
export async function destroy(plan: DeploymentPlan): Promise<void> {
  const { emulator, stage } = plan;
  const body = new URLSearchParams({
    Action: "UpdateTerminationProtection",
    Version: "2010-05-15",
    StackName: stackOf(stage, "data"),
    EnableTerminationProtection: "false",
  });
  await awsCall(emulator, "cloudformation", "POST", "/", body);
  await cdkOf(plan, ["destroy", ...stacksOf(stage), "--force"]);
}

/** Names of the stacks of any deployment that exist. */
export async function stacksLeft(emulator: Emulator): Promise<string[]> {
  const body = new URLSearchParams({ Action: "DescribeStacks", Version: "2010-05-15" });
  const text = await awsCall(emulator, "cloudformation", "POST", "/", body);
  return [...text.matchAll(/<StackName>([^<]+)<\/StackName>/g)].map(([, name = ""]) => name);
}

const stackOf = (stage: string, part: string): string => `palisade-${stage}-${part}`;
const stacksOf = (stage: string): string[] => STACKS.map((part) => stackOf(stage, part));

function cdkOf({ emulator, stage, app, environment, folder }: DeploymentPlan, args: readonly string[]) {
  const output = join(folder, "cdk.out");
  const options = ["--app", `${process.execPath} ${app}`, "--output", output, "-c", `stage=${stage}`];
  return cdk(emulator, ROOT, [...args, ...options], {
    ...environment,
    BUNDLES_FOLDER: join(output, "bundles"),
  });
}

/**
 * A new master key, made as operators make it. The emulator makes the first one with characters that the template excludes.
 */
const rotate = async ({ environment }: Emulator, secret: string): Promise<string> =>
  (await run(process.execPath, ["bin/master-key.ts", "--secret", secret, "--rotate"], { cwd: ROOT, env: environment }))
    .split("\n", 1)
    .join("");
