/** The table of costs in docs/performance.md. */

/** What a call costs at each of the two sizes of an org. */
export interface CostRow {
  readonly call: string;
  readonly cells: readonly string[];
}

const BEGIN = "<!-- request costs: written by npm run costs -->";
const END = "<!-- end of request costs -->";
const HEADINGS = ["call", "requests", "round trips", "read units", "write units"] as const;

/** Puts the table between its two marks. Throws an Error when the text has no such place. */
export function writeCosts(markdown: string, rows: readonly CostRow[]): string {
  const begin = markdown.indexOf(`\n${BEGIN}`);
  const end = markdown.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the text has no place marked by ${BEGIN}`);
  const lines = rows.map(({ call, cells }) => `| \`${call}\` | ${cells.join(" | ")} |`);
  const table = [`| ${HEADINGS.join(" | ")} |`, "| --- | --- | ---: | ---: | ---: |", ...lines];
  return [markdown.slice(0, begin), BEGIN, "", ...table, "", markdown.slice(end)].join("\n");
}

/** Reads back the table that `writeCosts` wrote. */
export function readCosts(markdown: string): ReadonlyMap<string, readonly string[]> {
  const section = markdown.slice(markdown.indexOf(BEGIN), markdown.indexOf(END));
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  return new Map(rows.map(([, call = "", cells = ""]) => [call, cells.split(" | ")]));
}
