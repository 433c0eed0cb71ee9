import { appendFileSync } from "node:fs";
import type { DataFolder } from "./data-folder.ts";

/** Keeps things that come and go in a file, so that they outlive the process. */
export interface Journal<T extends { readonly id: string }> {
  /** What was added and not removed, in the order in which it was. */
  read(): readonly T[];
  add(entry: T): void;
  remove(id: string): void;
}

/**
 * A journal in `name` of the data folder: one line for each thing that comes or goes, appended before the call returns.
 * Reading writes the file anew without what is gone. A line that a crash has cut off is left out.
 */
export function fileJournal<T extends { readonly id: string }>(folder: DataFolder, name: string): Journal<T> {
  const append = (line: { readonly added: T } | { readonly removed: string }) =>
    appendFileSync(folder.at(name), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  return {
    read() {
      const entries = new Map<string, T>();
      for (const text of (folder.read(name) ?? "").split("\n")) {
        const line = parsed<T>(text);
        if (line?.added) entries.set(line.added.id, line.added);
        if (line?.removed !== undefined) entries.delete(line.removed);
      }
      folder.write(name, [...entries.values()].map((added) => `${JSON.stringify({ added })}\n`).join(""));
      return [...entries.values()];
    },
    add: (added) => append({ added }),
    remove: (removed) => append({ removed }),
  };
}

function parsed<T>(text: string): { readonly added?: T; readonly removed?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
