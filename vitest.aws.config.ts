import { defineConfig } from "vitest/config";
import { common } from "./vitest.config.ts";

/** Holds back executions in the service's own process, to have scans that stay pending or cannot be started. */
const inProcess = "test/contract/activity/operations.test.ts";

/** Suites against a service that is deployed on an AWS emulator, run by `npm run test:aws`: one file after the other. */
export default defineConfig({
  test: {
    ...common,
    include: ["test/contract/**/*.test.ts", "test/aws/**/*.test.ts"],
    exclude: [inProcess],
    // A caller who is told to wait for the rate limit of a key waits a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
});
