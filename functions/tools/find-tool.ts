import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { ToolName } from "./tool.ts";

/**
 * Path of a tool's program in the folders of `TOOLS_PATH`, which the container and the local runtime set; null when it
 * is in none of them.
 */
export function findTool(name: ToolName, folders = process.env.TOOLS_PATH ?? ""): string | null {
  const paths = folders.split(delimiter).map((folder) => (folder === "" ? null : join(folder, name)));
  return paths.find((path) => path !== null && isExecutable(path)) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
