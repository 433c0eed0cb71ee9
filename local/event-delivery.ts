import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import type { Operations } from "./aws-json.ts";
import { LOCAL_REGION, localCredentials } from "./aws-names.ts";
import { Closing, type Stoppable } from "./closing.ts";
import type { DataFolder } from "./data-folder.ts";
import { dynamoClient } from "./dynamodb.ts";
import { Queue } from "./queue.ts";
import { fileJournal } from "./queue-journal.ts";
import { startQueueSource } from "./queue-source.ts";
import { sqs } from "./sqs.ts";
import { type Position, type PositionStore, StreamSource } from "./stream-source.ts";

/** Where events are sent besides the stream. */
export interface WebhookOptions {
  readonly url: string;
  readonly token?: string | undefined;
  /** `whsec_...` */
  readonly signingSecret?: string | undefined;
}

/** Names of the queues; the files of their messages in the data folder are called like them. */
const WEBHOOK_QUEUE = "webhook-queue.fifo";
const DEAD_LETTERS = "dead-letters";
const POSITION_FILE = "stream-position.json";

/** What is kept in the data folder of events that are under way. */
export const DELIVERY_FILES: readonly string[] = [
  POSITION_FILE,
  ...[WEBHOOK_QUEUE, DEAD_LETTERS].map((name) => `${name}.ndjson`),
];

/** Time of a call of the sender: nothing ends it here. */
const CALL_MS = 60_000;

export const WEBHOOK_SECRET_ID = "palisade/webhook";

/** The queues of events on this machine. */
export class EventQueues {
  readonly #webhook: Queue;
  readonly #deadLetters: Queue;

  constructor(folder: DataFolder | null) {
    const queue = (name: string) => new Queue(folder && fileJournal(folder, `${name}.ndjson`));
    this.#webhook = queue(WEBHOOK_QUEUE);
    this.#deadLetters = queue(DEAD_LETTERS);
  }

  get operations(): Operations {
    return sqs({ [WEBHOOK_QUEUE]: this.#webhook, [DEAD_LETTERS]: this.#deadLetters });
  }

  /** Sends what is queued for the webhook, and what will be, until it is stopped. */
  async startWebhook(report: (error: unknown) => void): Promise<Stoppable> {
    const { handler } = await import("../functions/events/deliver.ts");
    const context = { getRemainingTimeInMillis: () => CALL_MS } as Context;
    return startQueueSource(this.#webhook, (event) => handler(event, context), report);
  }
}

/** URLs of the queues behind the endpoint of the stand-ins. */
export const queueUrls = (endpoint: string) => ({
  webhook: `${endpoint}/${WEBHOOK_QUEUE}`,
  deadLetters: `${endpoint}/${DEAD_LETTERS}`,
});

export interface PublisherOptions {
  readonly dynamoEndpoint: string;
  readonly tableName: string;
  /** Null: nothing outlives the process. */
  readonly folder: DataFolder | null;
  readonly report: (error: unknown) => void;
}

/** Publishes what the table's stream tells, from where an earlier process left off, until it is stopped. */
export async function startPublisher(options: PublisherOptions): Promise<Stoppable> {
  const { dynamoEndpoint, tableName, folder, report } = options;
  // Loaded here, because it reads the functions' environment.
  const { handler }: { readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse> } =
    await import("../functions/events/publish.ts");
  const closing = new Closing();
  const client = new DynamoDBStreamsClient({
    endpoint: dynamoEndpoint,
    region: LOCAL_REGION,
    credentials: localCredentials,
  });
  closing.add({ stop: async () => client.destroy() });
  const streamArn = await streamOf(dynamoEndpoint, tableName);
  const positions = folder ? keptIn(folder) : forgetful;
  const source = closing.add(new StreamSource({ client, streamArn, positions, handler, catchUp, report }));
  await source.start();
  return { stop: () => closing.close() };
}

/** Publishes what happened since in all orgs, from their activity trails. */
async function catchUp(from: Date): Promise<void> {
  const { everyOrg } = await import("../functions/store/orgs.ts");
  const { everywhere, replayTrail } = await import("../functions/events/replay.ts");
  for await (const { id } of everyOrg()) await replayTrail(id, from, new Date(), everywhere);
}

async function streamOf(endpoint: string, tableName: string): Promise<string> {
  const client = dynamoClient(endpoint);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    if (Table?.LatestStreamArn === undefined) throw new Error(`table ${tableName} has no stream`);
    return Table.LatestStreamArn;
  } finally {
    client.destroy();
  }
}

const forgetful: PositionStore = { read: () => null, write: () => undefined };

const keptIn = (folder: DataFolder): PositionStore => ({
  read() {
    try {
      return JSON.parse(folder.read(POSITION_FILE) ?? "null") as Position | null;
    } catch {
      // Without a position all that the stream holds is told once more, which receivers know by its ids.
      return null;
    }
  },
  write: (position) => folder.write(POSITION_FILE, JSON.stringify(position)),
});
