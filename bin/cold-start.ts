import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { bundle, type MeasuredBundles } from "../lib/bundles.ts";
import { cellsOf, coldStarts, HEADINGS, medianRatio, writeColdStarts } from "../lib/cold-start.ts";
import { functionSources } from "../lib/service.ts";
import { ROOT, source } from "../lib/sources.ts";

/**
 * What a new Lambda spends on loading its code: `npm run bench:cold-start -- [--write]`. Loads each function's bundle in
 * new processes of Node, and beside it the function's source unbundled; then tells which packages the bundles are made of.
 * `--write` puts the table into docs/performance.md. Takes some minutes.
 */
const { values } = parseArgs({ options: { write: { type: "boolean" } } });
const ROUNDS = 5;
const PACKAGES_SHOWN = 12;

const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`);

const files = await functionSources();
const folder = mkdtempSync(join(tmpdir(), "cold-start-"));
try {
  progress("bundling");
  const bundles = await bundle(ROOT, files, folder);
  const starts = coldStarts(bundles, files, ROUNDS, (name, index) =>
    progress(`${index + 1} of ${files.length}: ${name}`),
  );
  progress("");
  const table = plainTable(HEADINGS);
  table.push(...starts.map((start) => [...cellsOf(start)]));
  console.log(`${table.toString()}\nmedian ratio: ${medianRatio(starts).toFixed(2)}`);
  for (const group of ["", ...groupsOf(files)]) {
    const members = files.filter((file) => file.startsWith(source(`functions/${group}`)));
    console.log(`\npackages in the ${members.length} bundles of functions/${group}`);
    console.log(heaviest(bundles, members).toString());
  }
  if (values.write) {
    const document = source("docs/performance.md");
    writeFileSync(document, writeColdStarts(readFileSync(document, "utf8"), starts));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The folders below functions/ that hold some of the files. */
function groupsOf(sources: readonly string[]): string[] {
  const start = source("functions/").length;
  return [...new Set(sources.map((file) => file.slice(start, file.indexOf("/", start) + 1)))].sort();
}

/** The packages with the most bytes in these functions' bundles, taken together. */
function heaviest(bundles: MeasuredBundles, members: readonly string[]): Table.Table {
  const totals = new Map<string, { bytes: number; bundles: number }>();
  for (const [name, bytes] of members.flatMap((file) => [...bundles.packagesOf(file)])) {
    const total = totals.get(name) ?? { bytes: 0, bundles: 0 };
    totals.set(name, { bytes: total.bytes + bytes, bundles: total.bundles + 1 });
  }
  const rows = [...totals].sort(([, one], [, other]) => other.bytes - one.bytes).slice(0, PACKAGES_SHOWN);
  const table = plainTable(["package", "bundles", "KB in each", "KB in all"]);
  for (const [name, total] of rows) {
    const kilobytes = total.bytes / 1000;
    const each = (kilobytes / total.bundles).toFixed(0);
    table.push([name || "(the service's own code)", String(total.bundles), each, kilobytes.toFixed(0)]);
  }
  return table;
}

function plainTable(head: readonly string[]): Table.Table {
  return new Table({
    head: [...head],
    colAligns: head.map((_, index) => (index === 0 ? "left" : "right")),
    style: { head: [], border: [] },
  });
}
