import { defineConfig } from "vitest/config";

/** The slow suites have a verb of their own: `npm run test:slow`. */
export const slow = "test/**/*.slow.test.ts";

/** Needs a deployed service: `npm run test:aws`. */
export const deployed = "test/aws/**/*.test.ts";

export const common = {
  setupFiles: ["test/support/environment.ts"],
  globalSetup: ["test/support/dynamodb-setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** Half of a file's time it waits, for a scan or for the table: as many files at once as there are cores. */
export default defineConfig({
  test: { ...common, include: ["test/**/*.test.ts"], exclude: [slow, deployed], maxWorkers: "100%" },
});
