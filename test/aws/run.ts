import { type SpawnOptions, spawn } from "node:child_process";

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

/** Runs a command without a shell until it ends; resolves to its standard output. Rejects with CommandFailed. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, shown = false }: CommandOptions,
): Promise<string> {
  const stdio: SpawnOptions["stdio"] = shown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { cwd, env, stdio });
  const both: Buffer[] = [];
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => both.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return Buffer.concat(output).toString("utf8");
  const end = Buffer.concat(both).toString("utf8").trimEnd().split("\n").slice(-OUTPUT_LINES_SHOWN).join("\n");
  throw new CommandFailed(`${[command, ...args].join(" ")} ended with ${code}\n${end}`);
}
