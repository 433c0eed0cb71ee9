import { statSync } from "node:fs";
import { join } from "node:path";
import type { Bundles } from "./bundles.ts";
import { fillPlace } from "./marked-place.ts";
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

const PLACE = ["<!-- bundle sizes: written by bin/bundle-sizes.ts -->", "<!-- end of bundle sizes -->"] as const;

/** Puts the table of sizes between its two marks. Throws an Error when the text has no such place. */
export function writeSizes(markdown: string, sizes: BundleSizes): string {
  const rows = [...sizes].map(([name, kilobytes]) => `| \`${name}\` | ${kilobytes} |`);
  return fillPlace(markdown, PLACE, ["| function | KB |", "| --- | ---: |", ...rows]);
}

/** Reads back the table that `writeSizes` wrote. */
export function readSizes(markdown: string): BundleSizes {
  const rows = markdown.matchAll(/^\| `(functions\/[^`]+)` \| (\d+) \|$/gm);
  return new Map([...rows].map(([, name = "", kilobytes]) => [name, Number(kilobytes)]));
}
