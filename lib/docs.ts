import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openApiDocument } from "../openapi/document.ts";
import type { LoadedEndpoint } from "./endpoints.ts";
import { source } from "./sources.ts";

/** Serves an endpoint the documentation? Such endpoints need the files that `writeDocs` writes, and can be left out. */
export const isDocs = ({ name }: Pick<LoadedEndpoint, "name">): boolean => name.startsWith("docs/");

/**
 * Writes the documentation of the endpoints into a folder of its own, in place of what was there: `docs.html`,
 * `redoc.html`, `openapi.json`, and in `assets` what the pages load, each under a name that changes with its content, so
 * that browsers can keep it. Throws an Error when a package is not as it must be to work offline.
 */
export async function writeDocs(folder: string, endpoints: readonly LoadedEndpoint[]): Promise<void> {
  const assets = new Map([...(await packagedAssets()), ...(await ownFiles(/\.(js|css|svg)$/))]);
  const hashed = new Map([...assets].map(([name, text]) => [name, hashedName(name, text)]));
  const pages = [...(await ownFiles(/\.html$/))].map(([name, html]) => [name, linked(html, hashed)] as const);
  const document = JSON.stringify(openApiDocument(endpoints.map(({ endpoint }) => endpoint)));
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "assets"), { recursive: true });
  await Promise.all([
    ...pages.map(([name, html]) => writeFile(join(folder, name), html)),
    ...[...assets].map(([name, text]) => writeFile(join(folder, "assets", hashed.get(name) ?? name), text)),
    writeFile(join(folder, "openapi.json"), document),
  ]);
}

type Texts = ReadonlyMap<string, string>;

const OWN_FOLDER = source("openapi/pages");

/** The repo's own part: pages, the scripts that start the two packages, style and icon. */
async function ownFiles(pattern: RegExp): Promise<Texts> {
  const names = (await readdir(OWN_FOLDER)).filter((name) => pattern.test(name));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(OWN_FOLDER, name), "utf8")] as const)),
  );
}

/** What the packages bring. The scripts refer to their licences, which whoever passes them on must pass on as well. */
async function packagedAssets(): Promise<Texts> {
  const swagger = packageFiles("swagger-ui-dist");
  const redoc = packageFiles("redoc");
  return new Map([
    ["swagger-ui-bundle.js", withoutSourceMap(await swagger("swagger-ui-bundle.js"))],
    ["swagger-ui.css", withoutSourceMap(await swagger("swagger-ui.css"))],
    ["redoc.standalone.js", withoutLogo(withoutSourceMap(await redoc("bundles/redoc.standalone.js")))],
    [
      "licenses.txt",
      [
        ...["Swagger UI", await swagger("NOTICE"), await swagger("LICENSE")],
        ...["swagger-ui-bundle.js.LICENSE.txt", await swagger("swagger-ui-bundle.js.LICENSE.txt")],
        ...["Redoc", await redoc("LICENSE")],
        ...["redoc.standalone.js.LICENSE.txt", await redoc("bundles/redoc.standalone.js.LICENSE.txt")],
      ].join("\n\n"),
    ],
  ]);
}

const packageFiles = (name: string) => {
  const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return (path: string): Promise<string> => readFile(join(home, path), "utf8");
};

/** The maps are larger than all the rest and are not served. */
const withoutSourceMap = (text: string): string => text.replace(/\n\/[/*]# sourceMappingURL=[^\n]*\s*$/, "\n");

const LOGO = '"https://cdn.redoc.ly/redoc/logo-mini.svg"';
const NO_PICTURE =
  '"data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%220%22 height=%220%22/%3E"';

/** Redoc loads the logo of its makers from their host and has no option for that; their name stays. */
function withoutLogo(redoc: string): string {
  if (redoc.split(LOGO).length !== 2)
    throw new Error("this version of redoc does not load its logo as it did: see LOGO");
  return redoc.replace(LOGO, NO_PICTURE);
}

function hashedName(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return name.replace(/(?=\.[^.]+$)/, `-${hash}`);
}

/** The page with each asset under the name it has got. */
const linked = (html: string, hashed: Texts): string =>
  html.replaceAll(/"docs\/assets\/([^"]+)"/g, (_, name: string) => {
    const found = hashed.get(name);
    if (!found) throw new Error(`a page loads ${name}, which is no asset`);
    return `"docs/assets/${found}"`;
  });
