import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { errorCode } from "./failure.ts";

/**
 * Becomes the given command after leaving a watcher behind, which ends it once standard input closes. The kernel closes
 * that when the parent ends, in whatever way.
 */
const ENDS_WITH_PARENT = 'exec 3<&0; { cat <&3; kill $$; } >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

const STOP_SECONDS_MAX = 5;
const OUTPUT_CHARACTERS_KEPT = 2000;

/** The Java that `JAVA_HOME` or else the path names. */
const javaCommand = (): string => {
  const home = process.env.JAVA_HOME;
  return home ? join(home, "bin", "java") : "java";
};

/** A Java program that never outlives this process. */
export class JavaProcess {
  readonly #child: ChildProcess;
  #output = "";
  #error: string | null = null;

  /** Starts it; failures show in `ended`, `missing` and `complaint`. */
  constructor(args: readonly string[]) {
    const java = [javaCommand(), ...args];
    const [command, ...rest] =
      process.platform === "win32" ? java : ["/bin/sh", "-c", ENDS_WITH_PARENT, "palisade", ...java];
    // In a group of its own, so that Ctrl-C in the terminal lets the service finish before its database goes.
    this.#child = spawn(command ?? "java", rest, { stdio: "pipe", detached: true, windowsHide: true });
    this.#child.on("error", (error) => {
      this.#error = errorCode(error) ?? error.message;
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on("data", this.#keep);
    this.#child.stdin?.on("error", () => undefined);
    this.#child.on("exit", () => this.#child.stdin?.destroy());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ended(): boolean {
    return this.#error !== null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** True when there is no Java to start: a shell says so by exit code 127. */
  get missing(): boolean {
    return this.#error === "ENOENT" || this.#child.exitCode === 127;
  }

  /** Why it did not come up, in one line. */
  complaint(): string {
    if (this.missing) return `${javaCommand()} cannot be run: install Java 17 or newer, or set JAVA_HOME`;
    const said = this.#error ?? this.#output.trim().split("\n").slice(-3).join(" | ");
    return `DynamoDB Local did not start: ${said || "no word of why"}`;
  }

  /** Ends it, by force when it does not go; resolves when it is gone. */
  async stop(): Promise<void> {
    if (this.ended) return;
    const gone = once(this.#child, "exit");
    const force = setTimeout(() => this.#child.kill("SIGKILL"), STOP_SECONDS_MAX * 1000);
    this.#child.kill("SIGTERM");
    await gone;
    clearTimeout(force);
  }

  readonly #keep = (chunk: Buffer): void => {
    this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_CHARACTERS_KEPT);
  };
}
