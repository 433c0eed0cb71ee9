import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode, StartupError } from "./failure.ts";

/** The event stream, one line of JSON for each event. */
export const EVENTS_FILE = "events.ndjson";

/** Where the one-machine runtime keeps what must outlive it. */
export interface DataFolder {
  readonly path: string;
  /** Path of a file or folder in it. */
  at(name: string): string;
  /** Content of a file, null when there is none. */
  read(name: string): string | null;
  /** Writes a file, whole or not at all, that only its owner can read, for it may hold keys. */
  write(name: string, content: string): void;
  remove(name: string): void;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Opens the folder, making it when it is missing. Throws a StartupError when it cannot be made or written to. */
export function openDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(`DATA_DIR ${path} cannot be written to (${errorCode(error) ?? String(error)})`);
  }
  const at = (name: string) => join(path, name);
  return {
    path,
    at,
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : null),
    write(name, content) {
      const unfinished = at(`${name}.new`);
      rmSync(unfinished, { force: true });
      writeFileSync(unfinished, content, { mode: OWNER_ONLY_FILE });
      renameSync(unfinished, at(name));
    },
    remove: (name) => rmSync(at(name), { recursive: true, force: true }),
  };
}

/**
 * Makes a folder and those above it. Not by Node's `recursive`, which never comes back where the system pretends that
 * the folder above is missing, as /proc does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    return;
  }
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(path, { mode: OWNER_ONLY_FOLDER });
}
