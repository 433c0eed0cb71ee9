import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

export interface CommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Default: its output is kept, and shown only when it fails. */
  readonly shown?: boolean;
}

/** A command that ended with another exit code than 0. Its message holds the end of the output. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

const OUTPUT_LINES_SHOWN = 40;

/** What runs now: it ends with this process, and must not outlive an interruption. */
const running = new Set<ChildProcess>();
let isOver = false;

/** Ends what runs and starts nothing any more. Resolves when it has ended. */
export async function endCommands(): Promise<void> {
  isOver = true;
  await Promise.all(
    [...running].map((child) => {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      return ended;
    }),
  );
}

/** Runs a command without a shell until it ends; resolves to its standard output. Rejects with CommandFailed. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, shown = false }: CommandOptions,
): Promise<string> {
  const stdio: SpawnOptions["stdio"] = shown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"];
  if (isOver) throw new CommandFailed(`${command} was not started: the run is over`);
  const child = spawn(command, args, { cwd, env, stdio });
  running.add(child);
  const both: Buffer[] = [];
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => both.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => running.delete(child));
  if (code === 0) return Buffer.concat(output).toString("utf8");
  const end = Buffer.concat(both).toString("utf8").trimEnd().split("\n").slice(-OUTPUT_LINES_SHOWN).join("\n");
  throw new CommandFailed(`${[command, ...args].join(" ")} ended with ${code}\n${end}`);
}
