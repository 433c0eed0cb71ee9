import { workerData } from "node:worker_threads";
import { inMemory } from "../support/memory-table.ts";
import { assertModel, type ModelRun } from "./model.ts";

// ElectroDB makes an error of every request, for its stack. A failure is told by its commands.
Error.stackTraceLimit = 2;

/** A share of the model's sequences in a thread of its own, each sequence on a table in memory. */
await assertModel(workerData as ModelRun, inMemory);
