import { type ToolName, toolNames } from "../functions/tools/tool.ts";

/** A program of others that scanners run, as a Go module. */
export interface ToolModule {
  /** What `go install` builds. */
  readonly package: string;
  readonly version: string;
  /** As SPDX spells it. Only licences that allow a service to run the program for others have a place here. */
  readonly licence: string;
}

/** The tools at the versions that the wrappers are written for. */
export const toolModules: Readonly<Record<ToolName, ToolModule>> = {
  tlsx: { package: "github.com/projectdiscovery/tlsx/cmd/tlsx", version: "v1.2.0", licence: "MIT" },
};

/** Each tool as `go install` takes it. */
export const installable = (names: readonly ToolName[] = toolNames): string[] =>
  names.map((name) => `${toolModules[name].package}@${toolModules[name].version}`);
