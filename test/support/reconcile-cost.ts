import { BatchWriteCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { handler as finalize } from "../../functions/scan/finalize.ts";
import { scannersOf } from "../../functions/scanners/registry.ts";
import { Finding } from "../../functions/store/entities/finding.ts";
import { giveFeedback } from "../../functions/store/feedback.ts";
import { readFindings, readResults } from "../../functions/store/scan-output.ts";
import { documentClient, tableName } from "../../functions/store/table.ts";
import { testCaller } from "./caller.ts";
import { type Spent, spentBy } from "./capacity-meter.ts";
import { type Detection, idOf, nominalOrg, readyScan } from "./scan-fixture.ts";

/** What a rescan of so many findings costs, and what it costs to read and rewrite their rows. */
export interface ReconcileCost {
  readonly findings: number;
  /** Percent of them that are new, gone, back or with other evidence, a quarter each. */
  readonly changed: number;
  readonly way: Way;
  readonly spent: Spent;
}

/**
 * `ledger` is the service's own way. `rows` reads all rows and writes every detected one, each on the condition that nobody
 * has answered it meanwhile; `batches` writes them 25 at a time, which allows of no condition and loses such answers.
 */
export type Way = "ledger" | "rows" | "batches";

const FINDINGS_PER_HOST = 20;
const ANSWERS_AT_ONCE = 8;

/** Measures an unchanged rescan and one of which one percent has changed. `tell` is told what is being done. */
export async function measure(
  size: number,
  tell: (step: string) => void,
  withPlainWays: boolean,
): Promise<ReconcileCost[]> {
  const org = nominalOrg();
  const names = Array.from({ length: Math.ceil((size * 1.1) / FINDINGS_PER_HOST) }, (_, index) => hostOf(index));
  const base = Array.from({ length: size }, (_, index) => detectionOf(index));
  const ready = (detected: readonly Detection[]) => readyScan(org, { hosts: names, detected, runs: everyRun });
  tell("first scan");
  await finalize(await ready(base));

  const rescans = async (change: (run: number) => Promise<readonly Detection[]>): Promise<Spent> => {
    const counted = await ready(await change(0));
    const { requests, readUnits, writeUnits } = await spentBy(() => finalize(counted), true);
    // Counting takes time: what is timed is a second scan of the same kind, in which what changed before changes back.
    const timed = await ready(await change(1));
    const { seconds } = await spentBy(() => finalize(timed), false);
    return { requests, readUnits, writeUnits, seconds };
  };
  tell("rescan, nothing changed");
  const unchanged = await rescans(async () => base);
  const quarter = Math.max(1, Math.round(size / 400));
  tell("rescan, 1 % changed");
  const changed = await rescans(async (run) => {
    const from = run * quarter * 4;
    const gone = new Set(base.slice(from, from + quarter));
    const other = new Set(base.slice(from + quarter, from + 2 * quarter));
    const back = base.slice(from + 2 * quarter, from + 3 * quarter);
    const queue = [...back];
    const answer = async () => {
      for (let one = queue.pop(); one; one = queue.pop())
        await giveFeedback(org, idOf(org.id, one), { status: "resolved" }, testCaller());
    };
    await Promise.all(Array.from({ length: ANSWERS_AT_ONCE }, answer));
    const fresh = Array.from({ length: quarter }, (_, index) => detectionOf(size + run * quarter + index));
    const rest = base
      .filter((one) => !gone.has(one))
      .map((one) => (other.has(one) ? { ...one, evidence: { ...one.evidence, excerpt: `changed ${run}` } } : one));
    return [...rest, ...fresh];
  });
  const ours: ReconcileCost[] = [
    { findings: size, changed: 0, way: "ledger", spent: unchanged },
    { findings: size, changed: 1, way: "ledger", spent: changed },
  ];
  if (!withPlainWays) return ours;
  tell("copying the rows for the plain ways");
  await copyRows(org.id);
  const last = await ready(base);
  tell("plain, each row by itself");
  const rows = await spentBy(() => rewriteDetected(org.id, last.scan_id, writeEach), true);
  tell("plain, in batches");
  const batches = await spentBy(() => rewriteDetected(org.id, last.scan_id, writeBatches), true);
  await finalize(last);
  return [
    ...ours,
    { findings: size, changed: 0, way: "rows", spent: rows },
    { findings: size, changed: 0, way: "batches", spent: batches },
  ];
}

const hostOf = (index: number): string => `host${String(index).padStart(5, "0")}.acme.test`;

/** All rules that tell of something to be done, with their real texts. */
const rules = scannersOf("easm").flatMap((scanner) =>
  Object.entries(scanner.rules)
    .filter(([, rule]) => rule.finding_class === "issue")
    .map(([key, rule]) => ({ key: `${scanner.key}.${key}`, rule })),
);

const everyRun = Object.fromEntries(scannersOf("easm").map(({ key }) => [key, "ok" as const]));

function detectionOf(index: number): Detection {
  const host = hostOf(Math.floor(index / FINDINGS_PER_HOST));
  const { key, rule } = rules[index % rules.length] ?? { key: "", rule: undefined };
  return {
    rule: key,
    host,
    ...(rule ? { text: rule } : {}),
    evidence: {
      request: `GET / HTTP/1.1\nHost: ${host}`,
      excerpt: `HTTP/1.1 200 OK\nserver: nginx\ncontent-type: text/html; charset=utf-8\nx-number: ${index}`,
    },
  };
}

/** Where the copied rows are; the index has them under a name of their own as well. */
const COPY = "plain-";
const ROWS_PER_WRITE = 25;
const WRITES_AT_ONCE = 8;

type Row = Readonly<Record<string, unknown>>;

/** Copies an org's rows, so that what is done to them does not spoil what the service knows. */
async function copyRows(orgId: string): Promise<void> {
  const rows = await rowsAt(partitionOf(orgId));
  await writeBatches(rows.map((row) => ({ ...row, pk: `${COPY}${row.pk}`, gsi1pk: `${COPY}${row.gsi1pk}` })));
}

/** The plain way: reads what was detected and all rows, and writes every detected one with its time. */
async function rewriteDetected(
  orgId: string,
  scanId: string,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const rows = new Map((await rowsAt(`${COPY}${partitionOf(orgId)}`)).map((row) => [String(row.id), row]));
  const now = new Date().toISOString();
  const seen: Row[] = [];
  for await (const { id, weakness, ...content } of readFindings(scanId, await readResults(scanId))) {
    const row = rows.get(id);
    if (row) seen.push({ ...row, ...content, last_seen: now, misses: 0 });
  }
  await write(seen);
}

const partitionOf = (orgId: string): string => String(Finding.get({ org_id: orgId, id: "" }).params().Key.pk);

async function rowsAt(pk: string): Promise<Row[]> {
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new QueryCommand({
        TableName: tableName,
        ConsistentRead: true,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return rows;
}

async function writeEach(rows: readonly Row[]): Promise<void> {
  const queue = [...rows];
  const writer = async () => {
    for (let row = queue.pop(); row; row = queue.pop())
      await documentClient.send(
        new PutCommand({
          TableName: tableName,
          Item: row,
          ConditionExpression: "version = :version",
          ExpressionAttributeValues: { ":version": row.version },
        }),
      );
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writer));
}

async function writeBatches(rows: readonly Row[]): Promise<void> {
  const queue = rows.map((Item) => ({ PutRequest: { Item } }));
  const writer = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, ROWS_PER_WRITE);
      await documentClient.send(new BatchWriteCommand({ RequestItems: { [tableName]: batch } }));
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writer));
}
