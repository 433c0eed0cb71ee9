import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { measure } from "./bundle-sizes.ts";
import type { Bundles } from "./bundles.ts";
import { fillPlace } from "./marked-place.ts";
import { ROOT, source } from "./sources.ts";

/** What a new process takes to load a function, milliseconds: its bundle, and its source as it is in the checkout. */
export interface ColdStart {
  /** The function's source file below the root. */
  readonly name: string;
  readonly kilobytes: number;
  readonly bundledMs: number;
  readonly unbundledMs: number;
}

/**
 * Loads every function `rounds` times in a process of its own, its bundle and its source in turn, so that whatever else
 * the machine does hits both alike; tells the medians, of the largest bundle first. `begins` hears of each function.
 * Throws what a function throws that does not load.
 */
export function coldStarts(
  bundles: Bundles,
  files: readonly string[],
  rounds: number,
  begins: (name: string, index: number) => void = () => {},
): ColdStart[] {
  return [...measure(bundles, files)].map(([name, kilobytes], index) => {
    begins(name, index);
    const file = source(name);
    const times = Array.from({ length: rounds }, () => ({
      bundled: loadMs(join(bundles.folderOf(file), "index.mjs")),
      unbundled: loadMs(file),
    }));
    return {
      name,
      kilobytes,
      bundledMs: median(times.map(({ bundled }) => bundled)),
      unbundledMs: median(times.map(({ unbundled }) => unbundled)),
    };
  });
}

/** How many times faster the bundle loads. */
export const ratioOf = ({ bundledMs, unbundledMs }: ColdStart): number => unbundledMs / bundledMs;

/** The middle one of all functions' ratios. */
export const medianRatio = (starts: readonly ColdStart[]): number => median(starts.map(ratioOf));

export const HEADINGS = ["function", "KB", "bundled ms", "unbundled ms", "ratio"] as const;

/** The cells of a function's row, under `HEADINGS`. */
export const cellsOf = (start: ColdStart): readonly string[] => [
  start.name,
  String(start.kilobytes),
  start.bundledMs.toFixed(0),
  start.unbundledMs.toFixed(0),
  ratioOf(start).toFixed(1),
];

const PLACE = ["<!-- cold starts: written by npm run bench:cold-start -->", "<!-- end of cold starts -->"] as const;

/** Puts the table and the median between their two marks. Throws an Error when the text has no such place. */
export function writeColdStarts(markdown: string, starts: readonly ColdStart[]): string {
  const rows = starts.map(cellsOf).map(([name, ...cells]) => `| \`${name}\` | ${cells.join(" | ")} |`);
  return fillPlace(markdown, PLACE, [
    `The median of the ratios is ${medianRatio(starts).toFixed(1)}.`,
    "",
    `| ${HEADINGS.join(" | ")} |`,
    "| --- | ---: | ---: | ---: | ---: |",
    ...rows,
  ]);
}

/** What every function's environment has; no cache of compiled code, which a new Lambda has not either. */
const ENVIRONMENT = { AWS_REGION: "eu-west-1", TABLE_NAME: "cold-start", NODE_DISABLE_COMPILE_CACHE: "1" };

function loadMs(file: string): number {
  const script = `
    const startMs = performance.now();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    process.stdout.write(String(performance.now() - startMs));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: ROOT,
    encoding: "utf8",
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return Number(output);
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
