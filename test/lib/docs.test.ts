import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDocs, writeDocs } from "../../lib/docs.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { prepare } from "../../lib/service.ts";
import { ofType, synthesize } from "./synthesized.ts";

const endpoints = await loadEndpoints();
const outdir = mkdtempSync(join(tmpdir(), "docs-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

describe("the files", () => {
  const folder = join(outdir, "files");

  beforeAll(async () => {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "assets", "of-yesterday.js"), "");
    await writeDocs(folder, endpoints);
  });

  test("are the two pages, the document, and assets named by their content", () => {
    expect(readdirSync(folder).sort()).toEqual(["assets", "docs.html", "openapi.json", "redoc.html"]);
    const names = readdirSync(join(folder, "assets"));
    expect(names.map((name) => name.replace(/-[0-9a-f]{12}(?=\.\w+$)/, "")).sort()).toEqual([
      "favicon.svg",
      "licenses.txt",
      "pages.css",
      "redoc-init.js",
      "redoc.standalone.js",
      "swagger-init.js",
      "swagger-ui-bundle.js",
      "swagger-ui.css",
    ]);
  });

  test("are the same each time", async () => {
    const other = join(outdir, "again");
    await writeDocs(other, endpoints);
    expect(readdirSync(join(other, "assets"))).toEqual(readdirSync(join(folder, "assets")));
    expect(readFileSync(join(other, "docs.html"), "utf8")).toBe(readFileSync(join(folder, "docs.html"), "utf8"));
  });

  test("load no picture from the makers of Redoc", () => {
    const name = readdirSync(join(folder, "assets")).find((file) => file.startsWith("redoc.standalone"));
    expect(readFileSync(join(folder, "assets", name ?? ""), "utf8").includes("cdn.redoc.ly")).toBe(false);
  });
});

describe("the deployment", () => {
  const functions = ofType(synthesize(endpoints), "AWS::Lambda::Function").map(({ Properties }) => Properties);

  test("puts them beside the functions that serve them, and beside no other", async () => {
    const { bundles } = await prepare(join(outdir, "bundles"));
    for (const endpoint of endpoints) {
      expect(existsSync(join(bundles.folderOf(endpoint.file), "docs", "docs.html")), endpoint.name).toBe(
        isDocs(endpoint),
      );
    }
  });

  test("tells those functions where they are", () => {
    const told = functions.filter(({ Environment }) => JSON.stringify(Environment).includes("DOCS_FOLDER"));
    expect(told.map(({ Description }) => Description).sort()).toEqual([
      "Palisade: GET /docs",
      "Palisade: GET /docs/assets/{file}",
      "Palisade: GET /openapi.json",
      "Palisade: GET /redoc",
    ]);
    for (const { Environment } of told) expect(Environment).toMatchObject({ Variables: { DOCS_FOLDER: "docs" } });
  });

  test("leaves out routes and functions where the operator says so", () => {
    const stacks = synthesize(endpoints, { docs: false });
    const text = JSON.stringify(stacks);
    expect(text).toContain("/v1/health");
    expect(text.match(/\/v1\/(docs|redoc|openapi\.json)|DOCS_FOLDER/)).toBeNull();
  });
});
