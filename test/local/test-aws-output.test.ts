import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../../lib/sources.ts";
import { COUNTS_FILE, readCounts } from "../aws/counts.ts";
import { Steps } from "../aws/steps.ts";

/** What `npm run test:aws` tells of a run. */

const folder = mkdtempSync(join(tmpdir(), "palisade-output-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the steps", () => {
  test("are told when they begin, and are a table in the end, a failure among them", async () => {
    const told: string[] = [];
    let now = 0;
    const steps = new Steps(
      (line) => told.push(line),
      () => now,
    );
    const lasting = (seconds: number) => async () => {
      now += seconds * 1000;
      return seconds;
    };
    expect(await steps.run("install", lasting(1.26))).toBe(1.26);
    await steps.run("contract suite", lasting(1234), () => "775 passed, 1 skipped, 0 failed");
    const failing = steps.run("cdk destroy", async () => {
      throw new Error("not today");
    });
    await expect(failing).rejects.toThrow("not today");
    expect(told).toEqual(["install ...", "contract suite ...", "cdk destroy ..."]);
    expect(steps.table()).toBe(
      [
        "step            seconds  result",
        "install             1.3  done",
        "contract suite   1234.0  775 passed, 1 skipped, 0 failed",
        "cdk destroy         0.0  failed",
        "",
      ].join("\n"),
    );
  });
});

describe("a suite", () => {
  /** Runs a file of tests as the command does; gives what was printed, and the counts. */
  const run = (name: string, source: string) => {
    const file = join(folder, `${name}.test.js`);
    const counts = join(folder, `${name}.json`);
    writeFileSync(file, source);
    const reporter = `--reporter=${join(ROOT, "test/aws/reporter.ts")}`;
    const args = ["run", "--root", folder, "--globals", reporter, `${name}.test.js`];
    const env = { ...process.env, NO_COLOR: "1", [COUNTS_FILE]: counts };
    return new Promise<{ readonly printed: string; readonly counts: string | null }>((resolve) =>
      execFile(
        process.execPath,
        [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args],
        { cwd: ROOT, env },
        (_, stdout, stderr) => resolve({ printed: stdout + stderr, counts: readCounts(counts) }),
      ),
    );
  };

  test("has a line for each file, counts, and no word of a file of counts", async () => {
    const { printed, counts } = await run(
      "mixed",
      'test("a", () => {}); test("b", () => {}); test.skip("c", () => {}); test("d", () => { throw new Error("broken"); });',
    );
    expect(counts).toBe("2 passed, 1 skipped, 1 failed");
    expect(printed).toMatch(/mixed\.test\.js \(4 tests \| 1 failed \| 1 skipped\)/);
    expect(printed).toContain("broken");
    expect(printed).not.toContain("json");
  });

  test("that cannot be loaded has failed", async () => {
    expect(await run("unloadable", 'throw new Error("broken");')).toMatchObject({
      counts: "0 passed, 0 skipped, 1 failed",
    });
  });

  test("without counts has none", () => {
    expect(readCounts(join(folder, "nothing"))).toBeNull();
  });
});
