import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "./find-tool.ts";
import { runProgram } from "./run-program.ts";
import { type RunTool, ToolError } from "./tool.ts";

/**
 * Runs a tool in a folder of its own, which goes with it. What it is told of this process is nothing: no credentials, no
 * settings, no path on which to find other programs.
 */
export const runTool: RunTool = async (name, { args, relay, seconds, signal }) => {
  const program = findTool(name);
  if (program === null) throw new ToolError(`${name} is not on this machine`);
  const folder = await mkdtemp(join(tmpdir(), `palisade-${name}-`));
  try {
    return await runProgram(name, {
      program,
      args,
      environment: { HOME: folder, TMPDIR: folder, LANG: "C", GOMEMLIMIT: "256MiB", ...proxyVariables(relay.url) },
      folder,
      seconds,
      signal,
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** What Go's HTTP client goes by: requests that the tool makes on its own account end at the relay, which refuses them. */
const proxyVariables = (url: string) => ({ HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url });
