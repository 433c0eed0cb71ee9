import { appendFileSync } from "node:fs";
import type { DataFolder } from "./data-folder.ts";

/** Keeps things that come and go in a file, so that they outlive the process. */
export interface Journal<T extends { readonly id: string }> {
  /** What was added and not removed, in the order in which it was. */
  read(): readonly T[];
  add(entry: T): void;
  remove(id: string): void;
}

/** A file is written anew when it has more than twice as many lines as things in it, and so many besides. */
const SPARE_LINES = 1_000;

/**
 * A journal in `name` of the data folder: one line for each thing that comes or goes, appended before the call returns.
 * Reading writes the file anew without what is gone, as does a file that has grown too large for what it holds. A line
 * that a crash has cut off is left out.
 */
export function fileJournal<T extends { readonly id: string }>(folder: DataFolder, name: string): Journal<T> {
  const held = new Map<string, T>();
  let lines = 0;
  // The line's end comes first: what was cut off before stands alone then.
  const text = (line: { readonly added: T } | { readonly removed: string }) => `\n${JSON.stringify(line)}`;
  const append = (line: { readonly added: T } | { readonly removed: string }) => {
    appendFileSync(folder.at(name), text(line), { mode: 0o600 });
    lines += 1;
  };
  const rewrite = () => {
    folder.write(name, [...held.values()].map((added) => text({ added })).join(""));
    lines = held.size;
  };
  return {
    read() {
      for (const written of (folder.read(name) ?? "").split("\n")) {
        const line = parsed<T>(written);
        if (line?.added) held.set(line.added.id, line.added);
        if (line?.removed !== undefined) held.delete(line.removed);
      }
      rewrite();
      return [...held.values()];
    },
    add(added) {
      append({ added });
      held.set(added.id, added);
    },
    remove(removed) {
      append({ removed });
      held.delete(removed);
      if (lines > 2 * held.size + SPARE_LINES) rewrite();
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
