import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stoppable } from "./closing.ts";
import type { DataFolder } from "./data-folder.ts";

export interface DocsFolder extends Stoppable {
  readonly path: string;
}

/** A place for the files of the documentation, in the data folder where there is one; empty again when it is stopped. */
export function makeDocsFolder(folder: DataFolder | null): DocsFolder {
  const path = folder?.at("docs") ?? mkdtempSync(join(tmpdir(), "palisade-docs-"));
  return {
    path,
    async stop() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
