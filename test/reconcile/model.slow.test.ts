import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { useService } from "../support/service.ts";
import { assertModel, type ModelRun } from "./model.ts";

/** Whatever happens to an org, its findings are what a plain oracle says. */

useService();

const inMemory: ModelRun = {
  sequences: Number(process.env.MODEL_SEQUENCES ?? 500),
  length: 30,
  seed: Number(process.env.MODEL_SEED ?? 20_260_102),
  atOnce: 8,
};
/** A sequence takes seconds there. */
const onDynamo: ModelRun = { sequences: 20, length: 30, seed: 20_260_103, atOnce: 16 };

const timeout = 3_600_000;

test(`${inMemory.sequences} sequences of ${inMemory.length} commands, each on a table in memory`, {
  timeout,
}, async () => {
  const of = availableParallelism();
  const started = performance.now();
  const threads = Array.from({ length: of }, (_, index) => threadOf({ ...inMemory, share: { index, of } }));
  try {
    await Promise.all(threads.map(ended));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  console.info(`${inMemory.sequences} sequences in ${Math.round((performance.now() - started) / 1000)} s`);
});

test(`${onDynamo.sequences} others, on DynamoDB Local`, { timeout }, () => assertModel(onDynamo));

/** All is short-lived here: with more room for the new, less of it is copied on. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 };

const threadOf = (model: ModelRun): Worker =>
  new Worker(new URL("./model-thread.ts", import.meta.url), { workerData: model, resourceLimits });

/** Rejects with what the thread has thrown. */
async function ended(thread: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  thread.once("error", reject).once("exit", resolve);
  expect(await promise).toBe(0);
}
