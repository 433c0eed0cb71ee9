import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Endpoint } from "../functions/api/endpoint.ts";

export interface LoadedEndpoint {
  /** Absolute path of the file that holds the contract and exports `handler`. */
  readonly file: string;
  /** `<group>/<operation>`, from the file's place in its folder. */
  readonly name: string;
  readonly endpoint: Endpoint;
}

const API_FOLDER = fileURLToPath(new URL("../functions/api/", import.meta.url));

/**
 * Finds every endpoint by its place, `<folder>/<group>/<operation>.ts`, sorted by name. Throws an Error that names the
 * file when one does not export exactly one endpoint and a `handler`, or when two share a route or an operation id.
 */
export async function loadEndpoints(folder: string = API_FOLDER): Promise<LoadedEndpoint[]> {
  const names = globSync("*/*.ts", { cwd: folder })
    .map((path) => path.slice(0, -".ts".length).replaceAll("\\", "/"))
    .sort();
  const loaded = await Promise.all(names.map((name) => load(folder, name)));
  refuseRepeated(loaded, ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{[^}]+\}/g, "{}")}`);
  refuseRepeated(loaded, ({ endpoint }) => endpoint.operationId);
  return loaded;
}

async function load(folder: string, name: string): Promise<LoadedEndpoint> {
  const file = join(folder, `${name}.ts`);
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  const [endpoint, ...others] = Object.values(exported).filter(isEndpoint);
  if (!endpoint || others.length > 0) throw new Error(`${file} must export exactly one endpoint`);
  if (typeof exported.handler !== "function") throw new Error(`${file} must export a handler`);
  return { file, name, endpoint };
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "endpoint";

function refuseRepeated(loaded: readonly LoadedEndpoint[], keyOf: (entry: LoadedEndpoint) => string): void {
  const seen = new Map<string, string>();
  for (const entry of loaded) {
    const key = keyOf(entry);
    const earlier = seen.get(key);
    if (earlier) throw new Error(`${earlier} and ${entry.file} both declare ${key}`);
    seen.set(key, entry.file);
  }
}
