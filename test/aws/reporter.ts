import { writeFileSync } from "node:fs";
import { DefaultReporter, type TestModule, type TestRunEndReason } from "vitest/node";
import { COUNTS_FILE, type TestCounts } from "./counts.ts";

/** A line for each file of tests that has ended, and in the end the counts, in the file of `TEST_COUNTS_FILE`. */
export default class CountingReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<DefaultReporter["onTestRunEnd"]>[1],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // What failed outside of a test, such as a file that cannot be loaded, counts as well.
    const outside = errors.length + modules.filter((module) => module.errors().length > 0).length;
    const counts: TestCounts = {
      passed: count("passed"),
      skipped: count("skipped"),
      failed: count("failed") + outside,
    };
    const file = process.env[COUNTS_FILE];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
