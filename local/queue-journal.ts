import { appendFileSync } from "node:fs";
import type { DataFolder } from "./data-folder.ts";

/** Keeps things that come and go in a file, so that they outlive the process. */
export interface Journal<T extends { readonly id: string }> {
  /** What was added and not removed, in the order in which it was. */
  read(): readonly T[];
  add(entry: T): void;
  remove(id: string): void;
}

/** Lines that a file may have without holding anything. */
const IDLE_LINES_MAX = 1_000;

/**
 * A journal in `name` of the data folder: one line for each thing that comes or goes, appended before the call returns.
 * Reading writes the file anew without what is gone, and so does the end of the last thing. A line that a crash has cut
 * off is left out.
 */
export function fileJournal<T extends { readonly id: string }>(folder: DataFolder, name: string): Journal<T> {
  let held = 0;
  let lines = 0;
  const append = (line: { readonly added: T } | { readonly removed: string }) => {
    appendFileSync(folder.at(name), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    lines += 1;
  };
  return {
    read() {
      const entries = new Map<string, T>();
      for (const text of (folder.read(name) ?? "").split("\n")) {
        const line = parsed<T>(text);
        if (line?.added) entries.set(line.added.id, line.added);
        if (line?.removed !== undefined) entries.delete(line.removed);
      }
      folder.write(name, [...entries.values()].map((added) => `${JSON.stringify({ added })}\n`).join(""));
      held = lines = entries.size;
      return [...entries.values()];
    },
    add(added) {
      append({ added });
      held += 1;
    },
    remove(removed) {
      append({ removed });
      held -= 1;
      if (held > 0 || lines <= IDLE_LINES_MAX) return;
      folder.write(name, "");
      lines = 0;
    },
  };
}

function parsed<T>(text: string): { readonly added?: T; readonly removed?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
