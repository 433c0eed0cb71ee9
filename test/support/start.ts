import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A service in a process of its own, as `npm start` makes it. */
export interface Started {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves to what was printed once the pattern is in it, or the process has ended. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to everything that was printed, when the process has ended. */
  ended(): Promise<string>;
  /** Resolves to the base URL once it serves. */
  serving(): Promise<string>;
  /** Ends it without a warning; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Services of a test file, one after the other on the same data folder. */
export class Starts {
  readonly dataDir = mkdtempSync(join(tmpdir(), "palisade-start-"));
  readonly #children: ChildProcess[] = [];

  /** The master key that the folder's service made for itself. */
  get masterKey(): string {
    return readFileSync(join(this.dataDir, "master-key"), "utf8").trim();
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Started {
    return this.#run(process.execPath, ["bin/local.ts", ...args], environment);
  }

  /** With npm between: `child` is npm, and `ended` resolves when the service is gone as well. */
  startByNpm(args: readonly string[]): Started {
    // Whether this machine is ready the tests' own start has looked.
    return this.#run("npm", ["start", "--ignore-scripts", "--", ...args], {});
  }

  #run(command: string, args: readonly string[], environment: Readonly<Record<string, string>>): Started {
    const child = spawn(command, args, {
      env: { ...process.env, PORT: "0", DATA_DIR: this.dataDir, NO_COLOR: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    const written = { text: "", stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (chunk: Buffer) => {
        written[name] += chunk.toString();
        written.text += chunk.toString();
      });
    const closed = once(child, "close");
    const until = (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = () => (pattern.test(written.text) ? resolve(written.text) : undefined);
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        child.once("close", () => resolve(written.text));
        look();
      });
    return {
      child,
      get stdout() {
        return written.stdout;
      },
      get stderr() {
        return written.stderr;
      },
      until,
      ended: () => closed.then(() => written.text),
      async serving() {
        const text = await until(/Serving until/);
        const url = /Base URL: (\S+)/.exec(text)?.[1];
        if (!url) throw new Error(`did not serve: ${text}`);
        return url;
      },
      async kill() {
        child.kill("SIGKILL");
        await closed;
      },
    };
  }

  /** Ends what still runs. */
  async endAll(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    }
  }

  removeData(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
