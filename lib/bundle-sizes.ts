import { statSync } from "node:fs";
import { join } from "node:path";
import type { Bundles } from "./bundles.ts";
import { ROOT } from "./sources.ts";

/** Kilobytes (1000 bytes) of a function's bundle, by the function's source file below the root. */
export type BundleSizes = ReadonlyMap<string, number>;

/** Measures the bundles of the given source files, largest first. */
export function measure(bundles: Bundles, files: readonly string[]): BundleSizes {
  const sizes = files.map((file): [string, number] => [
    file.slice(ROOT.length),
    Math.ceil(statSync(join(bundles.folderOf(file), "index.mjs")).size / 1000),
  ]);
  return new Map(sizes.sort(([nameA, a], [nameB, b]) => b - a || nameA.localeCompare(nameB)));
}

const BEGIN = "<!-- bundle sizes: written by bin/bundle-sizes.ts -->";
const END = "<!-- end of bundle sizes -->";

/** Puts the table of sizes between its two marks. Throws an Error when the text has no such place. */
export function writeSizes(markdown: string, sizes: BundleSizes): string {
  const [before, after] = around(markdown);
  const rows = [...sizes].map(([name, kilobytes]) => `| \`${name}\` | ${kilobytes} |`);
  return [before, BEGIN, "", "| function | KB |", "| --- | ---: |", ...rows, "", END, after].join("\n");
}

/** Reads back the table that `writeSizes` wrote. */
export function readSizes(markdown: string): BundleSizes {
  const rows = markdown.matchAll(/^\| `(functions\/[^`]+)` \| (\d+) \|$/gm);
  return new Map([...rows].map(([, name = "", kilobytes]) => [name, Number(kilobytes)]));
}

function around(markdown: string): [before: string, after: string] {
  const begin = markdown.indexOf(`\n${BEGIN}`);
  const end = markdown.indexOf(`${END}\n`);
  if (begin < 0 || end < begin) throw new Error(`the text has no place marked by ${BEGIN}`);
  return [markdown.slice(0, begin), markdown.slice(end + END.length + 1)];
}
