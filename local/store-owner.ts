import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DataFolder } from "./data-folder.ts";
import { StartupError } from "./failure.ts";

/** Holds the process ids of Java and of the service that started it. */
const OWNER_FILE = "dynamodb.pid";

const POLL_MILLISECONDS = 50;
const PATIENCE_SECONDS = 5;

/** Notes which Java has the store's files open, on behalf of this process. */
export const claimStore = (folder: DataFolder, javaPid: number): void =>
  folder.write(OWNER_FILE, `${javaPid} ${process.pid}`);

/** Takes the note away, when Java is gone. */
export const disownStore = (folder: DataFolder): void => folder.remove(OWNER_FILE);

/**
 * Makes sure that no process has the store's files open: ends a Java whose service is dead, and waits until it is gone.
 * Throws a StartupError when the service lives, for two of them would spoil each other's data.
 */
export async function releaseStore(folder: DataFolder): Promise<void> {
  const [java, service] = (folder.read(OWNER_FILE) ?? "").split(" ").map(Number);
  if (!java || !service || !isStoreOf(folder, java)) return;
  if (service !== process.pid && isAlive(service))
    throw new StartupError(
      `DATA_DIR ${folder.path} is in use by process ${service}: stop that, or set another DATA_DIR`,
    );
  signal(java, "SIGTERM");
  for (let waited = 0; isStoreOf(folder, java); waited += POLL_MILLISECONDS) {
    if (waited === PATIENCE_SECONDS * 1000) signal(java, "SIGKILL");
    await pause(POLL_MILLISECONDS);
  }
  disownStore(folder);
}

/** Process ids are used again, so the command line must prove that this is our Java. */
const isStoreOf = (folder: DataFolder, pid: number): boolean => {
  const command = commandOf(pid);
  return command.includes("DynamoDBLocal.jar") && command.includes(folder.at("dynamodb"));
};

/** Command line of a process; empty when there is no such process or the system does not tell. */
function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** False when the process is gone. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
