import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { TextFile } from "./text.ts";

/**
 * The files of the documentation: `docs.html`, `redoc.html`, `openapi.json` and, in `assets`, what the two pages load. The
 * deployment puts them beside the function, in the folder DOCS_FOLDER; they are read when they are first asked for, and kept.
 */

/** A file by its path in the folder. Throws when the function was deployed without it. */
export function docsFile(path: string): Promise<TextFile> {
  const kept = files.get(path) ?? read(path);
  files.set(path, kept);
  // What could not be read once may be readable the next time.
  kept.catch(() => files.delete(path));
  return kept;
}

/** An asset by its name; null for every name that is not that of a file in the folder. */
export async function docsAsset(name: string): Promise<TextFile | null> {
  const names = await readdir(join(folder(), "assets"));
  return names.includes(name) ? docsFile(`assets/${name}`) : null;
}

const files = new Map<string, Promise<TextFile>>();

const folder = (): string => {
  const path = process.env.DOCS_FOLDER;
  if (!path) throw new Error("DOCS_FOLDER is not set");
  // Lambda says where it has put the function's code; a path of its own is absolute already.
  return resolve(process.env.LAMBDA_TASK_ROOT ?? "", path);
};

async function read(path: string): Promise<TextFile> {
  const text = await readFile(join(folder(), path), "utf8");
  // Weak, because the gateway sends the same text compressed or not.
  return { text, etag: `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}
