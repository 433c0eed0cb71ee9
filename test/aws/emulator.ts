import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listenOnLoopback, stopServer } from "../../local/loopback.ts";
import { run } from "./run.ts";

/** An AWS emulator (MiniStack) that runs on loopback. */
export interface Emulator {
  readonly endpoint: string;
  /** What lets the AWS SDK, the CDK CLI and the Lambdas find the emulator, and nothing else of AWS. */
  readonly environment: NodeJS.ProcessEnv;
  /** Resolves when it answers. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

/**
 * Makes a Python virtual environment with the emulator in `folder`, unless what is there is of the same requirements;
 * gives the emulator's program. Throws when Python or the package index is not there.
 */
export async function installEmulator(folder: string): Promise<string> {
  const program = join(folder, "bin", "ministack");
  const mark = join(folder, "requirements.sha256");
  const wanted = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex");
  if (existsSync(program) && existsSync(mark) && readFileSync(mark, "utf8") === wanted) return program;
  const options = { cwd: dirname(REQUIREMENTS), env: process.env };
  await run("python3", ["-m", "venv", "--clear", folder], options);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", REQUIREMENTS];
  await run(join(folder, "bin", "python"), pip, options);
  writeFileSync(mark, wanted);
  return program;
}

/** The emulator takes a key id of 12 digits for the account. */
const ACCOUNT = "000000000000";
const REGION = "us-east-1";
/** Where the CDK CLI deploys to. */
export const TARGET = `aws://${ACCOUNT}/${REGION}`;

/** Starts the emulator on a free loopback port, with its log in `logFile`. `ready` waits until it answers. */
export async function startEmulator(program: string, logFile: string): Promise<Emulator> {
  const port = await freePort();
  // By this name: the CDK CLI takes an address for a virtual-hosted bucket's.
  const endpoint = `http://localhost:${port}`;
  const environment = {
    ...withoutAws(process.env),
    // The emulator runs Lambdas on the `node` that it finds first.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: "emulator",
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CONFIG_FILE: NO_FILE,
    AWS_SHARED_CREDENTIALS_FILE: NO_FILE,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_ENDPOINT_URL: endpoint,
  };
  const log = openSync(logFile, "w", 0o600);
  const child = spawn(program, [], {
    cwd: dirname(logFile),
    env: { ...environment, BIND_HOST: "127.0.0.1", GATEWAY_PORT: String(port), LAMBDA_EXECUTOR: "local" },
    stdio: ["ignore", log, log],
    // Its Lambdas' processes end with it, as one group.
    detached: true,
  });
  return {
    endpoint,
    environment,
    ready: () => untilReady(child, endpoint, logFile),
    stop: () => end(child),
  };
}

/** A path at which there is no file. */
const NO_FILE = "/nonexistent/palisade";

const withoutAws = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("AWS_")));

const READY_SECONDS_MAX = 60;
const POLL_MILLISECONDS = 200;

async function untilReady(child: ChildProcess, endpoint: string, logFile: string): Promise<void> {
  for (let waited = 0; waited < READY_SECONDS_MAX * 1000; waited += POLL_MILLISECONDS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await fetch(endpoint).catch(() => null);
    if (answer) return;
    await pause(POLL_MILLISECONDS);
  }
  throw new Error(`The emulator does not answer; its log is ${logFile}`);
}

const END_SECONDS_MAX = 10;

/** Ends the emulator and the Lambdas that it runs. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const closed = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
  signalGroup(child.pid, "SIGTERM");
  const force = setTimeout(() => signalGroup(child.pid as number, "SIGKILL"), END_SECONDS_MAX * 1000);
  await closed;
  clearTimeout(force);
  // Lambdas that have outlived it.
  signalGroup(child.pid, "SIGKILL");
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left of the group.
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server, 0);
  await stopServer(server, 0);
  return port;
}
