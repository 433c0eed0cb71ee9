import { join } from "node:path";
import { build } from "esbuild";

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

/**
 * Bundles every function by itself, AWS SDK included, in one run of esbuild. `files` are absolute paths; each gets the
 * folder `<outdir>/<path below root without extension>`. Throws esbuild's error when a source does not resolve.
 */
export async function bundle(root: string, files: readonly string[], outdir: string): Promise<Bundles> {
  const folders = new Map(files.map((file) => [file, folderBelow(root, file)]));
  await build({
    entryPoints: [...folders].map(([file, folder]) => ({ in: file, out: `${folder}/index` })),
    outdir,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    mainFields: ["module", "main"],
    minify: true,
    external: NEVER_REACHED,
    legalComments: "none",
    banner: { js: REQUIRE },
    logLevel: "error",
  });
  return {
    folderOf(file) {
      const folder = folders.get(file);
      if (folder === undefined) throw new Error(`${file} was not bundled`);
      return join(outdir, folder);
    },
  };
}

const folderBelow = (root: string, file: string): string =>
  file
    .slice(root.length)
    .replace(/\.ts$/, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "");
