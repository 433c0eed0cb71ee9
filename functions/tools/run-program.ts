import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { ToolError, type ToolErrorCode, type ToolOutput } from "./tool.ts";

/** Bytes of standard output that are read; a program that says more is ended. */
const STDOUT_BYTES_MAX = 8 * 1024 * 1024;
/** The end of what it says on standard error is kept for the message. */
const STDERR_CHARS_KEPT = 300;
/** Time to end by itself when it is asked to. */
const TERM_GRACE_MS = 1_000;
/** Time in which its output must end when it has ended: whoever holds the pipes after that is not waited for. */
const CLOSE_GRACE_MS = 500;

/** Sets limits and becomes the program; part of util-linux, so that it is on every Linux and nowhere else. */
const PRLIMIT = "/usr/bin/prlimit";
const MEBIBYTE = 1024 * 1024;
/** Memory, in bytes, open files, size of a file that it writes, in bytes, and core dumps. */
const LIMITS = [`--data=${1024 * MEBIBYTE}`, "--nofile=1024", `--fsize=${64 * MEBIBYTE}`, "--core=0"];

/** Leaders of the groups that are not known to have ended. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

/** A program and its surroundings, complete. */
export interface ProgramRun {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its working directory. */
  readonly folder: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a program without a shell, bounded in time, memory (on Linux) and output, as the leader of a process group that
 * ends with it, or with this process: what it started and left behind is ended as well. Throws ToolError when it cannot be
 * started, is ended, or fails; `name` stands for it in the messages.
 */
export function runProgram(name: string, run: ProgramRun): Promise<ToolOutput> {
  const { signal, seconds } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ToolError(`${name} was not started: the time was over`));
    const child = start(run);
    const stdout: Buffer[] = [];
    let bytes = 0;
    let complaint = "";
    let ended: ToolError | null = null;
    let killing: NodeJS.Timeout | undefined;

    const end = (why: string, code?: ToolErrorCode) => {
      if (ended !== null) return;
      ended = new ToolError(`${name} ${why}`, code);
      signalGroup(child, "SIGTERM");
      killing = setTimeout(() => signalGroup(child, "SIGKILL"), TERM_GRACE_MS);
    };
    const onAbort = () => end("was stopped");
    const timer = setTimeout(() => end(`took longer than ${seconds} seconds`, "timeout"), seconds * 1000);
    signal.addEventListener("abort", onAbort, { once: true });

    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= STDOUT_BYTES_MAX) stdout.push(chunk);
      else end(`wrote more than ${STDOUT_BYTES_MAX / MEBIBYTE} MiB`);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString("utf8")).slice(-STDERR_CHARS_KEPT);
    });

    let outcome: () => void = () => undefined;
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(killing);
      clearTimeout(closing);
      signal.removeEventListener("abort", onAbort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      outcome();
    };
    let closing: NodeJS.Timeout | undefined;
    child.once("error", (error) => {
      outcome = () => reject(new ToolError(`${name} could not be started: ${error.message}`));
      settle();
    });
    child.once("exit", (code, killedBy) => {
      // Whatever it started goes with it, and so lets go of the pipes.
      signalGroup(child, "SIGKILL");
      running.delete(child);
      outcome = () => {
        if (ended !== null) reject(ended);
        else if (code !== 0) reject(new ToolError(`${name} failed (${killedBy ?? `code ${code}`})${said(complaint)}`));
        else resolve({ stdout: Buffer.concat(stdout).toString("utf8") });
      };
      closing = setTimeout(settle, CLOSE_GRACE_MS);
      child.once("close", settle);
    });
  });
}

function start({ program, args, environment, folder }: ProgramRun): ChildProcess {
  const [command, ...rest] = existsSync(PRLIMIT)
    ? ([PRLIMIT, ...LIMITS, "--", program, ...args] as const)
    : ([program, ...args] as const);
  // Detached makes it the leader of a group, by whose number all of it can be ended.
  const child = spawn(command, rest, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) running.add(child);
  return child;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone.
  }
}

const said = (complaint: string): string => {
  const line = complaint.replaceAll(/[^\x20-\x7e]+/g, " ").trim();
  return line === "" ? "" : `: ${line}`;
};
