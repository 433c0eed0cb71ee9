import Table from "cli-table3";
import * as z from "zod";
import { isOpen } from "../../functions/domain/reconcile.ts";
import { findingStatuses, type Severity, severities } from "../../functions/domain/vocabulary.ts";
import type { Api } from "./api.ts";
import { coloured, printable, type Terminal } from "./terminal.ts";

const finding = z.looseObject({
  severity: z.enum(severities),
  status: z.enum(findingStatuses),
  title: z.string(),
  asset: z.string().nullable(),
  evidence: z.looseObject({ matched_at: z.string().optional(), parameter: z.string().optional() }),
});
type Finding = z.infer<typeof finding>;

const PAGE = 500;
const ROWS_MAX = 200;

/** Every finding that the API lists by default and that somebody is to act on. */
export async function openFindings(api: Api): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (;;) {
    const page = await api.get(`/org/findings?limit=${PAGE}&offset=${findings.length}`, z.array(finding));
    findings.push(...page);
    if (page.length < PAGE) return findings.filter(({ status }) => isOpen(status));
  }
}

const worstFirst: readonly Severity[] = severities.toReversed();

/** The findings as a table, the worst first, no wider than the terminal; empty text when there are none. */
export function findingsTable(findings: readonly Finding[], terminal: Terminal): string {
  const rows = findings
    .toSorted(
      (one, other) =>
        worstFirst.indexOf(one.severity) - worstFirst.indexOf(other.severity) ||
        one.title.localeCompare(other.title) ||
        whereOf(one).localeCompare(whereOf(other)),
    )
    .slice(0, ROWS_MAX);
  if (rows.length === 0) return "";
  const colWidths = widths(terminal);
  const whereWidth = (colWidths[2] ?? 0) - CELL_PADDING;
  const table = new Table({ head: ["SEVERITY", "FINDING", "WHERE"], colWidths, ...PLAIN });
  for (const row of rows)
    table.push([
      coloured(terminal, row.severity, row.severity),
      printable(row.title),
      middleCut(whereOf(row), whereWidth),
    ]);
  const rest = findings.length - rows.length;
  const lines = table.toString().replaceAll(/ +$/gm, "");
  return `${lines}\n${rest > 0 ? `... and ${rest} more\n` : ""}`;
}

function whereOf({ evidence, asset }: Finding): string {
  const where = printable(evidence.matched_at ?? asset ?? "");
  const { parameter } = evidence;
  return parameter === undefined || where.includes(parameter) || FINGERPRINT.test(parameter)
    ? where
    : `${where} ${printable(parameter)}`;
}

/** What tells one certificate from the next tells people nothing. */
const FINGERPRINT = /^[0-9a-f]{64}$/;

/** The end of a URL tells as much as its beginning: what does not fit is left out between them. */
function middleCut(text: string, width: number): string {
  if (text.length <= width) return text;
  const kept = Math.max(2, width - 1);
  return `${text.slice(0, Math.ceil(kept / 2))}…${text.slice(text.length - Math.floor(kept / 2))}`;
}

/** Blanks that the table puts into each cell. */
const CELL_PADDING = 2;
const SEVERITY_WIDTH = 10;
const NARROWEST = 60;

function widths({ columns }: Terminal): number[] {
  const rest = Math.max(columns, NARROWEST) - SEVERITY_WIDTH;
  const title = Math.floor(rest * 0.45);
  return [SEVERITY_WIDTH, title, rest - title];
}

/** No lines and no colours of the table's own. */
const PLAIN = {
  style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
  chars: {
    ...{ top: "", "top-mid": "", "top-left": "", "top-right": "" },
    ...{ bottom: "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" },
    ...{ left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "" },
  },
};

/** How many findings there are of each severity: `3 critical, 5 high, ...`. */
export const severityCounts = (findings: readonly Finding[]): string =>
  worstFirst
    .map((severity) => [severity, findings.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(", ");
