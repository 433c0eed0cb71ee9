import type { ScanOptions } from "../../functions/domain/scan-params.ts";
import { type DataFolder, EVENTS_FILE } from "../data-folder.ts";
import { type Account, CURL_FILE, KEYS_FILE, openAccount } from "./account.ts";
import { Api, headersOf } from "./api.ts";
import { counted } from "./counted.ts";
import { progressView } from "./progress.ts";
import { findingsTable, openFindings, severityCounts } from "./report.ts";
import { type EndedScan, followScan, startScan } from "./scan.ts";
import { printable, type Terminal } from "./terminal.ts";

/** What the demonstration scans, and for whom. */
export interface Subject {
  readonly customerId: string;
  readonly domains: readonly string[];
  readonly scanOptions: ScanOptions;
}

export interface DemoSetting {
  readonly baseUrl: string;
  readonly masterKey: string;
  readonly folder: DataFolder;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Scans the subject through the API as a customer would, and prints the way and the result. */
export async function runDemo(subject: Subject, setting: DemoSetting): Promise<void> {
  const { baseUrl, masterKey, folder, terminal, signal } = setting;
  const account = await openAccount(
    new Api(baseUrl, { master: masterKey }),
    folder,
    subject.customerId,
    subject.domains,
  );
  terminal.write(`Scanning ${subject.domains.join(", ")}\n`);
  const startedAt = performance.now();
  const scanId = await startScan(account.api, subject.scanOptions);
  const view = progressView(terminal);
  const ended = await followScan(account.api, scanId, view.show, signal).finally(view.end);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const findings = await openFindings(account.api);
  terminal.write(`\n${findingsTable(findings, terminal)}\n`);
  const hidden = Math.max(0, ended.stats.findings - findings.length);
  terminal.write(`Scan ${ended.status} in ${seconds} s: ${counted(ended.stats.assets, "asset")}, `);
  terminal.write(counted(findings.length, "finding") + (findings.length > 0 ? ` (${severityCounts(findings)})` : ""));
  terminal.write(hidden > 0 ? `; ${hidden} more (inventory, false positives) are hidden by default\n` : "\n");
  terminal.write(failures(ended));
  terminal.write(howToGoOn(setting, account, scanId, subject.scanOptions));
}

/** One line for the scan and each scanner that did not end well. */
function failures({ error, runs }: EndedScan): string {
  const lines = runs
    .filter((run) => run.status === "failed")
    .map((run) => `${run.scanner_key} failed: ${run.error ?? "no reason recorded"}`);
  return [...(error ? [error] : []), ...lines].map((line) => `${printable(line)}\n`).join("");
}

function howToGoOn({ baseUrl, folder }: DemoSetting, account: Account, scanId: string, params: ScanOptions): string {
  const curl = `curl -sS -K ${quoted(folder.at(CURL_FILE))}`;
  const body = quoted(JSON.stringify({ module: "easm", params, force: true }));
  return `
Base URL: ${baseUrl}
${account.fresh ? shownOnce(account) : ""}Keys of the demonstration are kept in ${folder.at(KEYS_FILE)} and, for curl, in
${folder.at(CURL_FILE)}, readable by you alone.

Findings:      ${curl} ${quoted(`${baseUrl}/org/findings?limit=20`)}
Progress:      ${curl} ${baseUrl}/org/scans/${scanId}/progress
Another scan:  ${curl} -H 'Content-Type: application/json' -d ${body} ${baseUrl}/org/scans
Events:        tail -f ${quoted(folder.at(EVENTS_FILE))}
`;
}

/** The keys, when they are new: later starts do not show them again. */
const shownOnce = ({ api }: Account): string =>
  Object.entries(headersOf(api.keys))
    .map(([name, key]) => `${name}: ${key}\n`)
    .join("");

/** As one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
