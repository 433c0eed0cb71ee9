import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { requireBuiltins, trustModels } from "./bundle-plugins.ts";

/** CommonJS dependencies call `require`, which an ES module has not by itself. */
const REQUIRE = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

/**
 * Ways to find credentials on a developer's machine. The SDK imports them only when the environment holds none, which in
 * a Lambda it always does; left in, they are a tenth of every bundle.
 */
const NEVER_REACHED = ["sso", "ini", "process", "web-identity"].map(
  (provider) => `@aws-sdk/credential-provider-${provider}`,
);

/** Folders of bundled functions; each holds one `index.mjs`. */
export interface Bundles {
  /** The folder of the function whose source is the given file. Throws an Error for a file that was not bundled. */
  folderOf(file: string): string;
}

/** Bundles whose contents are known. */
export interface MeasuredBundles extends Bundles {
  /**
   * Bytes of each package in the function's bundle, by the package's name; those of the service's own code have the name
   * of none, the empty text. Throws an Error for a file that was not bundled.
   */
  packagesOf(file: string): ReadonlyMap<string, number>;
}

/** What the functions of a deployment under test have beside their own code. A deployment for customers has none of it. */
export interface StandIns {
  /** Modules that each function begins with. */
  readonly inject?: string[];
  readonly plugins?: Plugin[];
}

export interface BundleOptions {
  /** Packages that are left out. */
  readonly external?: string[];
  readonly standIns?: StandIns;
}

/**
 * Bundles every function by itself, AWS SDK included, in one run of esbuild. `files` are absolute paths; each gets the
 * folder `<outdir>/<path below root without extension>`. Throws esbuild's error when a source does not resolve.
 */
export async function bundle(
  root: string,
  files: readonly string[],
  outdir: string,
  { external = NEVER_REACHED, standIns = {} }: BundleOptions = {},
): Promise<MeasuredBundles> {
  const folders = new Map(files.map((file) => [file, folderBelow(root, file)]));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...folders].map(([file, folder]) => ({ in: file, out: `${folder}/index` })),
    outdir,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    mainFields: ["module", "main"],
    minify: true,
    external,
    plugins: [...(standIns.plugins ?? []), requireBuiltins, trustModels],
    inject: standIns.inject ?? [],
    legalComments: "none",
    banner: { js: REQUIRE },
    logLevel: "error",
    metafile: true,
  });
  const packages = new Map(
    Object.values(metafile.outputs).map(({ entryPoint = "", inputs }) => [join(root, entryPoint), packagesIn(inputs)]),
  );
  const found = <T>(value: T | undefined, file: string): T => {
    if (value === undefined) throw new Error(`${file} was not bundled`);
    return value;
  };
  return {
    folderOf: (file) => join(outdir, found(folders.get(file), file)),
    packagesOf: (file) => found(packages.get(file), file),
  };
}

function packagesIn(inputs: Metafile["outputs"][string]["inputs"]): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = packageOf(path);
    bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
  }
  return bytes;
}

/** The package that a file below node_modules belongs to: of those within each other, the innermost. */
const packageOf = (path: string): string => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? "";

const folderBelow = (root: string, file: string): string =>
  file
    .slice(root.length)
    .replace(/\.ts$/, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "");
