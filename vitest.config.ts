import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/environment.ts"],
    globalSetup: ["test/support/dynamodb-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
