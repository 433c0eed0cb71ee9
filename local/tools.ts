import { delimiter } from "node:path";
import { findTool } from "../functions/tools/find-tool.ts";
import { type ToolName, toolNames } from "../functions/tools/tool.ts";
import { source } from "../lib/sources.ts";

/** Where `npm run tools` puts the programs that scanners run. */
export const TOOLS_FOLDER = source(".tools/bin");

/** Where they are looked for: there, and wherever the user has programs. */
export const userToolsPath = (): string => [TOOLS_FOLDER, process.env.PATH ?? ""].join(delimiter);

/** The tools that are in the folders. */
export const toolsIn = (folders: string): readonly ToolName[] =>
  toolNames.filter((name) => findTool(name, folders) !== null);

/** Tells the user which tools scans will run, and which would be to be had. */
export function describeTools(found: readonly ToolName[]): string {
  const absent = toolNames.filter((name) => !found.includes(name));
  const runs = found.length > 0 ? `Scans also run ${found.join(", ")}\n` : "";
  return absent.length > 0
    ? `${runs}Scans go without ${absent.join(", ")}: npm run tools installs what is missing\n`
    : runs;
}
