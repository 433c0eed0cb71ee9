import Table from "cli-table3";
import { decoysFor, truthsFor } from "../lab/ground-truth.ts";
import type { Truth } from "../lab/model.ts";
import { type Scored, score } from "../lab/score.ts";
import { labNet, startFreeLab } from "../local/demo/subject.ts";
import { startService } from "../local/service.ts";
import { type Client, newOrg } from "../test/support/client.ts";
import { scanNow } from "../test/support/scans.ts";
import { type LabFinding, scored } from "../test/support/scored.ts";

/**
 * `npm run bench:detection`: scans the lab and compares what was found with what is true there, scanner by scanner. Ends with
 * exit code 1 when too little was found, or too much.
 */

const RECALL_MIN = 0.97;
const PRECISION_MIN = 0.995;

const lab = await startFreeLab();
const service = await startService({ net: labNet(lab) });
try {
  const { client } = await newOrg({ ...service, masterKey: service.masterKey ?? "" }, { domains: lab.seeds });
  process.stderr.write("Scanning the lab, which takes about a minute\n");
  const scan = await scanNow(client, { params: lab.scanOptions });
  if (scan.status !== "completed") throw new Error(`the scan ended as ${scan.status}: ${scan.error}`);
  report((await findingsOf(client)).map(scored), truthsFor(lab), decoysFor(lab));
} finally {
  await service.stop();
  await lab.stop();
}

/** All findings, page by page, also those that lists hide. */
async function findingsOf(client: Client): Promise<LabFinding[]> {
  const found: LabFinding[] = [];
  const page = 500;
  for (;;) {
    const path = `/org/findings?limit=${page}&offset=${found.length}&include_inventory=true&include_duplicates=true`;
    const { body } = await client.get<LabFinding[]>(path);
    found.push(...body);
    if (body.length < page) return found;
  }
}

function report(findings: readonly Scored[], truths: readonly Truth[], decoys: readonly { resembles: string }[]): void {
  const table = new Table({
    head: ["scanner", "true", "found", "recall", "findings", "precision", "decoys"],
    colAligns: ["left", "right", "right", "right", "right", "right", "right"],
    style: { head: [] },
  });
  const row = (name: string, isOfIt: (rule: string) => boolean) => {
    const own = findings.filter(({ rule }) => isOfIt(rule));
    const real = truths.filter(({ rule }) => isOfIt(rule));
    const { recall, precision, missed } = score(own, real);
    const lookalikes = decoys.filter(({ resembles }) => isOfIt(resembles)).length;
    const counts = [
      real.length,
      real.length - missed.length,
      percent(recall),
      own.length,
      percent(precision),
      lookalikes,
    ];
    table.push([name, ...counts]);
  };
  const scanners = new Set([...findings, ...truths].map(({ rule }) => scannerOf(rule)));
  for (const scanner of [...scanners].sort()) row(scanner, (rule) => scannerOf(rule) === scanner);
  row("all", () => true);
  const { recall, precision, missed, unexpected } = score(findings, truths);
  process.stdout.write(`${table.toString()}\n`);
  for (const { rule, host, why } of missed) process.stdout.write(`missed      ${rule} ${host}: ${why}\n`);
  for (const { rule, host, path } of unexpected) process.stdout.write(`unexpected  ${rule} ${host} ${path ?? ""}\n`);
  if (recall < RECALL_MIN || precision < PRECISION_MIN) process.exitCode = 1;
}

/** `easm.tls` of `easm.tls.certificate_expired`. */
function scannerOf(rule: string): string {
  return rule.split(".").slice(0, 2).join(".");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
