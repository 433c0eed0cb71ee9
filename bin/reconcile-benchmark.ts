import { parseArgs } from "node:util";
import Table from "cli-table3";
import { LOCAL_REGION, localCredentials } from "../local/aws-names.ts";
import { dynamoClient, startDynamo } from "../local/dynamodb.ts";

/**
 * What a rescan costs: `npm run bench:reconcile -- 1000 10000 100000 [--json]`. Finalizes scans of so many findings of
 * which none, or one in a hundred, has changed, beside the plain ways to read all rows and rewrite every detected one,
 * over the same rows in a DynamoDB Local of its own. The columns with an x are times what the service needs for 1 %.
 * The plain ways take minutes for many findings: `--ledger-only` leaves them out.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: "boolean" }, "ledger-only": { type: "boolean" } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000];
if (sizes.some((size) => !Number.isInteger(size) || size < 100))
  throw new Error("sizes are whole numbers of findings, from 100 on");

const ways = {
  ledger: "ledger (the service)",
  rows: "rewrite each row",
  batches: "rewrite in batches",
} as const;

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
  await createTable(client, "benchmark", false);
  client.destroy();
  const { measure } = await import("../test/support/reconcile-cost.ts");
  const results = [];
  for (const size of sizes)
    results.push(...(await measure(size, (step) => progress(`${size} findings: ${step}`), !values["ledger-only"])));
  progress("");
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else console.log(tableOf(results));
} finally {
  await dynamo.stop();
}

type Results = Awaited<ReturnType<typeof import("../test/support/reconcile-cost.ts").measure>>;

function tableOf(results: Results): string {
  const counts = ["requests", "read units", "write units", "seconds"];
  const table = new Table({
    head: ["findings", "changed", "way", ...counts, ...counts.slice(0, 3).map((word) => `${word} x`)],
    colAligns: ["right", "right", "left", ...Array.from({ length: 7 }, () => "right" as const)],
    style: { head: [], border: [] },
  });
  for (const { findings, changed, way, spent } of results) {
    const costs = [spent.requests, spent.readUnits, spent.writeUnits];
    // The plain ways cost the same however much has changed; they are compared with a rescan of which one percent has.
    const ours = results.find((one) => one.findings === findings && one.way === "ledger" && one.changed === 1)?.spent;
    const own = ours ? [ours.requests, ours.readUnits, ours.writeUnits] : [];
    const ratios = way === "ledger" ? ["", "", ""] : costs.map((cost, index) => number(cost / (own[index] ?? cost)));
    const share = way === "ledger" ? `${changed} %` : "any";
    table.push([number(findings), share, ways[way], ...[...costs, spent.seconds].map(number), ...ratios]);
  }
  return table.toString();
}

function number(value: number): string {
  const digits = value >= 100 || Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
