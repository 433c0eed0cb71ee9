import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed at the end of the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "palisade-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program of this Node in `folder`, and its path. */
export function programOf(folder: string, name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${source}\n`);
  chmodSync(path, 0o755);
  return path;
}
