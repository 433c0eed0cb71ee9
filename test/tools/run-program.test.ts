import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runProgram } from "../../functions/tools/run-program.ts";
import { ToolError } from "../../functions/tools/tool.ts";
import { programOf, scratchFolder } from "./programs.ts";

/** Little programs that misbehave, and what becomes of them. */

function run(source: string, own: { seconds?: number; signal?: AbortSignal; args?: readonly string[] } = {}) {
  const folder = scratchFolder();
  const program = programOf(folder, "tool", source);
  const defaults = { args: [], seconds: 30, signal: new AbortController().signal, environment: { HOME: folder } };
  return { folder, ended: runProgram("tool", { ...defaults, ...own, program, folder }) };
}

/** Is there a process, other than one that only waits to be reaped, whose command line has the text? */
const isAlive = (text: string): boolean =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .some((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "utf8").includes(text);
      } catch {
        return false;
      }
    });

test("what a program writes is handed back", async () => {
  const { ended } = run('process.stdout.write(process.argv.slice(2).join(" "))', { args: ["a", "$(b)", "; c"] });
  await expect(ended).resolves.toEqual({ stdout: "a $(b) ; c" });
});

test("it is told nothing of this process", async () => {
  process.env.A_SECRET = "hunter2";
  const { folder, ended } = run("process.stdout.write(JSON.stringify([process.env, process.cwd()]))");
  const [environment, cwd] = JSON.parse((await ended).stdout);
  delete process.env.A_SECRET;
  expect(environment).toEqual({ HOME: folder });
  expect(cwd).toBe(folder);
});

test("a program that fails does so with its last words", async () => {
  const { ended } = run('console.error("no such\\tflag\\u0007"); process.exit(3)');
  await expect(ended).rejects.toMatchObject({
    name: "ToolError",
    message: "tool failed (code 3): no such flag",
    code: "failed",
  });
});

test("one that is not there cannot be started", async () => {
  const signal = new AbortController().signal;
  const missing = { program: "/nonexistent/tool", args: [], environment: {}, folder: "/", seconds: 5, signal };
  await expect(runProgram("tool", missing)).rejects.toThrow(ToolError);
});

test("a flood of output ends it", async () => {
  const { ended } = run('const flood = () => process.stdout.write("x".repeat(65536), flood); flood();');
  await expect(ended).rejects.toThrow("tool wrote more than 8 MiB");
});

test("a flood of complaints is read and forgotten", async () => {
  const { ended } = run('console.error("x".repeat(32 * 1024 * 1024)); console.log("done")');
  await expect(ended).resolves.toEqual({ stdout: "done\n" });
});

test("one that hangs and does not heed SIGTERM is ended all the same", async () => {
  const { folder, ended } = run('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);', { seconds: 1 });
  await expect(ended).rejects.toMatchObject({ message: "tool took longer than 1 seconds", code: "timeout" });
  expect(isAlive(folder)).toBe(false);
});

test("the end of the scan ends it", async () => {
  const controller = new AbortController();
  const { ended } = run("setInterval(() => {}, 1000);", { signal: controller.signal });
  controller.abort();
  await expect(ended).rejects.toThrow("tool was stopped");
  const { ended: later } = run("", { signal: controller.signal });
  await expect(later).rejects.toThrow("tool was not started");
});

const forking = (parent: string): string => `
  const { spawn } = require("node:child_process");
  const idle = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  for (let n = 0; n < 3; n++) spawn(process.execPath, ["-e", idle, process.cwd()], { stdio: "inherit" });
  ${parent}`;

test.runIf(existsSync("/proc/self"))(
  "children that it leaves behind go with it, also if they hold its output",
  async () => {
    const { folder, ended } = run(forking('process.stdout.write("left"); setTimeout(() => process.exit(0), 300);'));
    await expect(ended).resolves.toEqual({ stdout: "left" });
    for (let tries = 0; tries < 50 && isAlive(folder); tries++) await pause(20);
    expect(isAlive(folder)).toBe(false);
  },
);

test.runIf(existsSync("/proc/self"))("so do those of one that hangs", async () => {
  const { folder, ended } = run(forking("setInterval(() => {}, 1000);"), { seconds: 1 });
  await expect(ended).rejects.toThrow(ToolError);
  for (let tries = 0; tries < 50 && isAlive(folder); tries++) await pause(20);
  expect(isAlive(folder)).toBe(false);
});

test.runIf(existsSync("/proc/self"))("so does a program when the process that started it exits", async () => {
  const folder = scratchFolder();
  const started = join(folder, "started");
  const program = programOf(
    folder,
    "tool",
    `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);
    require("node:fs").writeFileSync(${JSON.stringify(started)}, "");`,
  );
  const own = { program, args: [], environment: {}, folder, seconds: 30 };
  const parent = `
    import { watch } from "node:fs";
    import { runProgram } from ${JSON.stringify(new URL("../../functions/tools/run-program.ts", import.meta.url).href)};
    watch(${JSON.stringify(folder)}, (_, name) => name === "started" && process.exit(7));
    runProgram("tool", { ...${JSON.stringify(own)}, signal: new AbortController().signal });`;
  const { code } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", parent]).catch((e) => e);
  expect(code).toBe(7);
  for (let tries = 0; tries < 50 && isAlive(folder); tries++) await pause(20);
  expect(isAlive(folder)).toBe(false);
});

test.runIf(existsSync("/usr/bin/prlimit"))("memory has a limit", async () => {
  const { ended } = run("const kept = []; for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));");
  await expect(ended).rejects.toThrow(ToolError);
});
