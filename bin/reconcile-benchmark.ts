import { parseArgs } from "node:util";
import Table from "cli-table3";
import { LOCAL_REGION, localCredentials } from "../local/aws-names.ts";
import { dynamoClient, startDynamo } from "../local/dynamodb.ts";

/**
 * What a rescan costs: `npm run bench:reconcile -- 1000 10000 100000 [--json]`. Finalizes scans of so many findings of
 * which none, or one in a hundred, has changed, beside a plain "read all rows, rewrite every detected one" over the same
 * rows, in a DynamoDB Local of its own.
 */
const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000];
if (sizes.some((size) => !Number.isInteger(size) || size < 100))
  throw new Error("sizes are whole numbers of findings, from 100 on");

const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`);

progress("starting DynamoDB Local");
const dynamo = await startDynamo(null);
try {
  Object.assign(process.env, {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
    TABLE_NAME: "benchmark",
  });
  // Loaded here, because it loads the store, which reads the environment.
  const { createTable } = await import("../local/table.ts");
  const client = dynamoClient(dynamo.endpoint);
  await createTable(client, "benchmark");
  client.destroy();
  const { measure } = await import("../test/support/reconcile-cost.ts");
  const results = [];
  for (const size of sizes) results.push(...(await measure(size, (step) => progress(`${size} findings: ${step}`))));
  progress("");
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else console.log(tableOf(results));
} finally {
  await dynamo.stop();
}

type Results = Awaited<ReturnType<typeof import("../test/support/reconcile-cost.ts").measure>>;

function tableOf(results: Results): string {
  const words = ["findings", "changed", "requests", "read units", "write units", "seconds"];
  const ours = words.slice(2);
  const table = new Table({
    head: [...words, ...ours.map((word) => `plain: ${word}`), ...ours.map((word) => `${word}, plain / ours`)],
    colAligns: Array.from({ length: 14 }, () => "right" as const),
    wordWrap: true,
    colWidths: Array.from({ length: 14 }, () => 12),
    style: { head: [], border: [] },
  });
  for (const { findings, changed, ours: own, plain } of results) {
    const cells = [own, plain].map((spent) => [spent.requests, spent.readUnits, spent.writeUnits, spent.seconds]);
    const [mine = [], other = []] = cells;
    const ratios = other.map((value, index) => `${number(value / Math.max(mine[index] ?? 0, 1e-9))} x`);
    table.push([number(findings), `${changed} %`, ...mine.map(number), ...other.map(number), ...ratios]);
  }
  return table.toString();
}

function number(value: number): string {
  const digits = value >= 100 || Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
