import { parseArgs } from "node:util";
import { modules } from "../functions/domain/vocabulary.ts";
import { LOCAL_REGION, localCredentials } from "../local/aws-names.ts";
import { complaintOf } from "../local/complaint.ts";
import { openDataFolder } from "../local/data-folder.ts";
import { startDynamo } from "../local/dynamodb.ts";
import { StartupError } from "../local/failure.ts";
import { readSettings } from "../local/settings.ts";

const USAGE = `Usage: npm run repair:ledger -- --customer CUSTOMER_ID [--table NAME]

Writes the ledgers of an org, by which a rescan knows what has changed, anew from the rows of its findings. Changes no
finding. May be run at any time; a scan that ends at the same moment makes it ask to be run again.

  --customer ID   the org's customer_id
  --table NAME    table of a deployment, with the AWS credentials and region of this shell; left out, the table of the
                  local service in DATA_DIR (.data), which must not be running
  --help          this text
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { customer: { type: "string" }, table: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help) return void process.stdout.write(USAGE);
  if (!values.customer) throw new StartupError(`Name the org: --customer\n\n${USAGE}`);
  const store =
    values.table === undefined ? await startDynamo(openDataFolder(readSettings(process.env).dataDir)) : null;
  try {
    if (store)
      Object.assign(process.env, {
        AWS_REGION: LOCAL_REGION,
        AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
      });
    process.env.TABLE_NAME = values.table ?? "palisade";
    await repair(values.customer);
  } finally {
    await store?.stop();
  }
}

/** Rebuilds the ledgers of an org. Throws a StartupError when there is no such org. */
async function repair(customerId: string): Promise<void> {
  // The store reads its environment when it is loaded.
  const { getOrg } = await import("../functions/store/orgs.ts");
  const { rebuildLedger } = await import("../functions/store/ledger.ts");
  const org = await getOrg(customerId);
  if (!org) throw new StartupError(`There is no org with the customer_id ${customerId}`);
  for (const module of modules) {
    const findings = await rebuildLedger(org.id, module, new Date());
    process.stdout.write(`${module.padEnd(6)} ${String(findings).padStart(7)} findings: ledger written anew\n`);
  }
}

try {
  await main();
} catch (error) {
  const complaint = complaintOf(error, USAGE);
  if (complaint === undefined) throw error;
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
