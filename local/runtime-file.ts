import * as z from "zod";
import type { DataFolder } from "./data-folder.ts";
import { StartupError } from "./failure.ts";

/** Where the parts of a running service are, for commands that work on it. */
const runtime = z.object({
  pid: z.int(),
  /** Endpoint of the stand-ins. */
  awsEndpoint: z.string(),
  dynamoEndpoint: z.string(),
  tableName: z.string(),
  /** Events are sent to a webhook. */
  hasWebhook: z.boolean(),
});
export type Runtime = z.infer<typeof runtime>;

const FILE = "runtime.json";

/** Notes where this process can be reached. */
export const writeRuntime = (folder: DataFolder, written: Omit<Runtime, "pid">): void =>
  folder.write(FILE, JSON.stringify({ ...written, pid: process.pid }));

export const removeRuntime = (folder: DataFolder): void => folder.remove(FILE);

/** The service that runs on the data folder. Throws a StartupError when there is none. */
export function readRuntime(folder: DataFolder): Runtime {
  const read = runtime.safeParse(parsed(folder.read(FILE)));
  if (!read.success || !isAlive(read.data.pid))
    throw new StartupError(`No service runs on ${folder.path}: start it first, npm start -- --no-demo`);
  return read.data;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
