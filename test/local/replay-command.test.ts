import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

/** `npm run events:replay` where there is nothing to work on, or nothing sensible is asked for. */

const dataDir = mkdtempSync(join(tmpdir(), "palisade-replay-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string }>((resolve) =>
    execFile(
      process.execPath,
      ["bin/replay-events.ts", ...args],
      { env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );

test.each([
  [["--help"], 0, "Usage: npm run events:replay"],
  [[], 1, "No service runs on"],
  [["--from", "1"], 1, "--from 1 is no time"],
  [["--from", "2026-02-30"], 1, "--from 2026-02-30 is no time"],
  [["--from", "2026-11-20T08:00"], 1, "is no time"],
  [["--from", "2999-01-01"], 1, "--from must be before --to, and before now"],
  [["--from", "2026-11-20", "--to", "2026-11-19"], 1, "--from must be before --to"],
  [["--to", "2026-11-19"], 1, "--to and --customer go with --from"],
  [["--queue", "https://sqs.test/q", "--bus", "b"], 1, "Name one destination"],
  [["--bus", "b"], 1, "Name the queue: --dead-letters"],
  [["--from", "2026-11-20", "--bus", "b"], 1, "--from needs --table"],
  [["--form", "x"], 1, "Unknown option '--form'"],
] as const)("%j ends with %d: %s", async (args, code, text) => {
  const { code: actual, output } = await run(...args);
  expect(output).toContain(text);
  expect(actual).toBe(code);
  expect(output).not.toContain("    at ");
});
