import { defineConfig } from "vitest/config";
import { common, slow } from "./vitest.config.ts";

/** Suites of minutes, one after the other, so that each has the machine to itself. */
export default defineConfig({
  test: { ...common, include: [slow], testTimeout: 600_000, fileParallelism: false },
});
