import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { type BundleSizes, measure, readSizes, writeSizes } from "../../lib/bundle-sizes.ts";
import { bundle, type MeasuredBundles } from "../../lib/bundles.ts";
import { functionSources } from "../../lib/service.ts";
import { ROOT, source } from "../../lib/sources.ts";

/** By the folder of the function: somebody waits for an endpoint's cold start, nobody for a scan task's. */
const limitKilobytes = (name: string): number => (name.startsWith("functions/api/") ? 900 : 2300);
/**
 * What a function may grow before its row in the document must be written anew and be seen in review; and shrink, or the
 * old row would let it grow back unseen.
 */
const UNNOTICED_KILOBYTES = 50;

describe("the bundles of all functions", () => {
  let files: string[];
  let bundles: MeasuredBundles;
  let sizes: BundleSizes;

  beforeAll(async () => {
    files = await functionSources();
    bundles = await bundle(ROOT, files, mkdtempSync(join(tmpdir(), "bundles-")));
    sizes = measure(bundles, files);
  });

  const textOf = (file: string): string => readFileSync(join(bundles.folderOf(file), "index.mjs"), "utf8");

  test("are small, for size is cold-start time", () => {
    expect([...sizes].filter(([name, kilobytes]) => kilobytes >= limitKilobytes(name))).toEqual([]);
  });

  test("are as docs/performance.md says", () => {
    const documented = readSizes(readFileSync(source("docs/performance.md"), "utf8"));
    expect([...documented.keys()].sort(), "stale: node bin/bundle-sizes.ts").toEqual([...sizes.keys()].sort());
    const changed = [...sizes].filter(
      ([name, size]) => Math.abs(size - (documented.get(name) ?? 0)) > UNNOTICED_KILOBYTES,
    );
    expect(changed, "stale: node bin/bundle-sizes.ts").toEqual([]);
  });

  test("load outside of the checkout and export a handler", () => {
    const modules = files.map((file) => pathToFileURL(join(bundles.folderOf(file), "index.mjs")).href);
    const script = `for (const url of ${JSON.stringify(modules)}) console.log(typeof (await import(url)).handler);`;
    const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
      env: { AWS_REGION: "eu-west-1" },
    });
    expect(output.trim().split("\n")).toEqual(files.map(() => "function"));
  });

  test("leave out the SDK's ways to find credentials on a developer's machine", () => {
    const [file = ""] = files;
    expect(textOf(file)).not.toMatch(/sso_start_url|sso_account_id/);
  });

  test("import no module of Node's but the one that makes their require", () => {
    const imported = files.flatMap((file) =>
      [...textOf(file).matchAll(/\bimport\b[^;()]{0,500}?"((?:node:)?[a-z/_]+)"/g)].map(([, name]) => name),
    );
    expect(new Set(imported)).toEqual(new Set(["node:module"]));
  });

  test("leave out the judge of ElectroDB's models", () => {
    const packages = new Set(files.flatMap((file) => [...bundles.packagesOf(file).keys()]));
    expect([...packages]).toEqual(expect.arrayContaining(["electrodb", "@aws-sdk/client-dynamodb", "zod", ""]));
    expect([...packages]).not.toContain("jsonschema");
  });

  test("are made of the packages they are said to be", () => {
    for (const file of files) {
      const bytes = statSync(join(bundles.folderOf(file), "index.mjs")).size;
      const counted = [...bundles.packagesOf(file).values()].reduce((sum, one) => sum + one, 0);
      expect(counted / bytes, file).toBeGreaterThan(0.95);
      expect(counted).toBeLessThanOrEqual(bytes);
    }
  });

  test("a file that was not bundled has no folder and no packages", () => {
    expect(() => bundles.folderOf("/elsewhere.ts")).toThrow("/elsewhere.ts was not bundled");
    expect(() => bundles.packagesOf("/elsewhere.ts")).toThrow("/elsewhere.ts was not bundled");
  });
});

describe("the table of sizes", () => {
  const place =
    "# Title\n\n<!-- bundle sizes: written by bin/bundle-sizes.ts -->\nold\n<!-- end of bundle sizes -->\n\nRest\n";
  const sizes = new Map([["functions/api/a/b.ts", 12]]);

  test("is read as it was written, and written again unchanged", () => {
    const written = writeSizes(place, sizes);
    expect(readSizes(written)).toEqual(sizes);
    expect(writeSizes(written, sizes)).toBe(written);
    expect(written).toMatch(/^# Title\n\n<!--[\s\S]*-->\n\nRest\n$/);
    expect(written).not.toContain("old");
  });

  test("needs its place", () => {
    expect(() => writeSizes("# Title\n", sizes)).toThrow("no place");
  });
});
