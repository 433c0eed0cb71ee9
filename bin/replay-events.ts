import { parseArgs } from "node:util";
import { DescribeEventBusCommand, EventBridgeClient, ResourceNotFoundException } from "@aws-sdk/client-eventbridge";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { OrgIdentity } from "../functions/domain/identity.ts";
import type { Again } from "../functions/events/replay.ts";
import { LOCAL_REGION, localCredentials } from "../local/aws-names.ts";
import { complaintOf, isAbsentQueue } from "../local/complaint.ts";
import { openDataFolder } from "../local/data-folder.ts";
import { queueUrls } from "../local/event-delivery.ts";
import { StartupError } from "../local/failure.ts";
import { readRuntime } from "../local/runtime-file.ts";
import { readSettings } from "../local/settings.ts";

const USAGE = `Usage: npm run events:replay [-- options]

Delivers events once more, with the event_id that they always had: those that could not be delivered (the dead letters,
which are taken away then), or with --from all that happened in a time.

  --from TIME          from this time on, such as 2026-11-20 (UTC) or 2026-11-20T08:00:00Z
  --to TIME            until before this time; left out, until now
  --customer ID        of this org alone, by its customer_id; left out, of all

Left alone it works on the local service of DATA_DIR (.data), which must be running with SIEM_WEBHOOK_URL. On a
deployment, with the AWS credentials and region of this shell and what the stacks' outputs say:

  --dead-letters URL   queue of the dead letters
  --queue URL          queue of the webhook (signed form), or
  --bus NAME           the event bus: the webhook (plain form), the log group and whatever else listens
  --table NAME         table of the service; for --from
  --help               this text
`;

const options = {
  from: { type: "string" },
  to: { type: "string" },
  customer: { type: "string" },
  "dead-letters": { type: "string" },
  queue: { type: "string" },
  bus: { type: "string" },
  table: { type: "string" },
  help: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

/** Where events are, and where they are to go. */
interface Target {
  readonly deadLetters: string | undefined;
  /** The one or the other. */
  readonly queue: string | undefined;
  readonly bus: string | undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(USAGE);
  const from = timeOf("--from", values.from);
  const until = timeOf("--to", values.to) ?? new Date();
  if (!from && (values.to ?? values.customer) !== undefined)
    throw new StartupError("--to and --customer go with --from; dead letters are delivered all together");
  if (from && from >= until) throw new StartupError("--from must be before --to, and before now");
  const { deadLetters, queue, bus } = prepare(values, from !== null);
  const client = new SQSClient({});
  if (deadLetters !== undefined) await requireQueue(client, deadLetters);
  if (queue !== undefined) await requireQueue(client, queue);
  if (bus !== undefined) await requireBus(bus);
  // The functions read their environment when they are loaded.
  const { LETTER_SECONDS, replayDeadLetters, throughBus, throughQueue } = await import("../functions/events/replay.ts");
  const again = queue === undefined ? throughBus : throughQueue(client, queue);
  if (from) return replayTrails({ from, until, customer: values.customer, again });
  const { replayed, left, elsewhere } = await replayDeadLetters(client, deadLetters ?? "", again);
  process.stdout.write(`${counted(replayed)} on the way again\n`);
  if (left > 0)
    process.stdout.write(`${counted(left)} left among the dead letters, as they hold no whole event: see --from\n`);
  if (elsewhere > 0)
    process.stdout.write(
      `${elsewhere} more ${elsewhere === 1 ? "is" : "are"} in another's hands: run again in ${LETTER_SECONDS / 60} minutes\n`,
    );
}

interface TrailSpan {
  readonly from: Date;
  readonly until: Date;
  readonly customer: string | undefined;
  readonly again: Again;
}

async function replayTrails({ from, until, customer, again }: TrailSpan): Promise<void> {
  const { replayTrail } = await import("../functions/events/replay.ts");
  let total = 0;
  for await (const { id, customer_id } of orgsAsked(customer)) {
    const count = await replayTrail(id, from, until, again);
    total += count;
    if (count > 0) process.stdout.write(`${customer_id}: ${counted(count)}\n`);
  }
  process.stdout.write(`${counted(total)} on the way again\n`);
}

async function* orgsAsked(customer: string | undefined): AsyncGenerator<OrgIdentity> {
  const { everyOrg, getOrg } = await import("../functions/store/orgs.ts");
  if (customer === undefined) return yield* everyOrg();
  const org = await getOrg(customer);
  if (!org) throw new StartupError(`There is no org with the customer_id ${customer}`);
  yield org;
}

/** Finds the service that is meant, and sets what its functions read. Throws a StartupError that says what is missing. */
function prepare(values: Values, hasSpan: boolean): Target {
  const { queue, bus, table, "dead-letters": deadLetters } = values;
  requireUrl("--queue", queue);
  requireUrl("--dead-letters", deadLetters);
  if ([queue, bus, table, deadLetters].every((value) => value === undefined)) return localService();
  if ((queue === undefined) === (bus === undefined)) throw new StartupError("Name one destination: --queue or --bus");
  if (hasSpan && table === undefined) throw new StartupError("--from needs --table");
  if (!hasSpan && deadLetters === undefined)
    throw new StartupError("Name the queue: --dead-letters; or a time: --from");
  Object.assign(process.env, { TABLE_NAME: table ?? "", EVENT_BUS_NAME: bus ?? "" });
  return { deadLetters, queue, bus };
}

function localService(): Target {
  const { awsEndpoint, dynamoEndpoint, tableName, hasWebhook } = readRuntime(
    openDataFolder(readSettings(process.env).dataDir),
  );
  if (!hasWebhook) throw new StartupError("The service runs without SIEM_WEBHOOK_URL: start it with one");
  Object.assign(process.env, {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoEndpoint,
    AWS_ENDPOINT_URL_SQS: awsEndpoint,
    TABLE_NAME: tableName,
  });
  const { webhook, deadLetters } = queueUrls(awsEndpoint);
  return { deadLetters, queue: webhook, bus: undefined };
}

/** An ARN would pass for a URL, by the letter. */
function requireUrl(option: string, text: string | undefined): void {
  if (text !== undefined && !(URL.canParse(text) && /^https?:/.test(text)))
    throw new StartupError(`${option} ${text} is no URL of a queue, such as https://sqs.eu-west-1.amazonaws.com/...`);
}

async function requireQueue(client: SQSClient, url: string): Promise<void> {
  try {
    await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn"] }));
  } catch (error) {
    if (isAbsentQueue(error)) throw new StartupError(`There is no such queue ${url}`);
    throw error;
  }
}

/** EventBridge takes events for a bus that there is not, and drops them. */
async function requireBus(name: string): Promise<void> {
  try {
    await new EventBridgeClient({}).send(new DescribeEventBusCommand({ Name: name }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) throw new StartupError(`There is no such bus ${name}`);
    throw error;
  }
}

/** A date, or a time with its zone: without one nobody would know which was meant. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  // JavaScript takes February 30 for March 2.
  const isDay = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
  if (TIME.test(text) && isDay && !Number.isNaN(time.getTime())) return time;
  throw new StartupError(`${name} ${text} is no time, such as 2026-11-20 or 2026-11-20T08:00:00Z`);
}

const counted = (count: number): string => `${count} event${count === 1 ? "" : "s"}`;

try {
  await main();
} catch (error) {
  const complaint = complaintOf(error, USAGE);
  if (complaint === undefined) throw error;
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
