import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NetConfig } from "../../functions/net/config.ts";
import { source } from "../../lib/sources.ts";

/** The registry of scanners that ask the test what to do. */
export const SCRIPTED_REGISTRY = "test/support/remote-scanners.ts";

/** Writes a module that shows functions a network other than the public internet: that of the lab. Gives its path. */
export function netModule(folder: string, config: NetConfig): string {
  const path = join(folder, "net.ts");
  writeFileSync(
    path,
    `import { configureNet } from ${JSON.stringify(source("functions/net/config.ts"))};\nconfigureNet(${JSON.stringify(config)});\n`,
  );
  return path;
}

/** Writes a module that sets variables of the functions' environment before they look. Gives its path. */
export function environmentModule(folder: string, variables: Readonly<Record<string, string>>): string {
  const path = join(folder, "environment.ts");
  writeFileSync(path, `Object.assign(process.env, ${JSON.stringify(variables)});\n`);
  return path;
}
