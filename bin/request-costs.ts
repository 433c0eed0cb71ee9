import { startVitest } from "vitest/node";

/** Measures what each endpoint asks of DynamoDB and writes the table in docs/performance.md. */
const vitest = await startVitest("test", ["test/cost"], {
  config: "vitest.slow.config.ts",
  watch: false,
  silent: true,
  env: { WRITE_COSTS: "1" },
});
await vitest.close();
