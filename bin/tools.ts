import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { installable } from "../lib/tool-modules.ts";
import { TOOLS_FOLDER } from "../local/tools.ts";

/** `npm run tools`: installs the programs of others that scanners can run, at pinned versions, beside the checkout's own. */

if (!hasGo()) {
  console.error(
    "The tools are built with Go, which is not on this machine: install it from https://go.dev/dl/ and try again.",
  );
  process.exit(1);
}
mkdirSync(TOOLS_FOLDER, { recursive: true });
const failed = installable().filter((tool) => !installs(tool));
if (failed.length > 0) {
  console.error(`Not installed: ${failed.join(", ")}. Scans go without.`);
  process.exitCode = 1;
} else console.log(`Installed in ${TOOLS_FOLDER}; the next npm start finds them.`);

function hasGo(): boolean {
  return spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
}

/** Go checks what it downloads against its checksum database. */
function installs(tool: string): boolean {
  console.log(`Installing ${tool}`);
  try {
    const env = { ...process.env, GOBIN: TOOLS_FOLDER, CGO_ENABLED: "0" };
    execFileSync("go", ["install", "-trimpath", "-ldflags=-s -w", tool], { env, stdio: "inherit" });
    return true;
  } catch {
    return false;
  }
}
