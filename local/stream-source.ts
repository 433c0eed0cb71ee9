import { setTimeout as sleep } from "node:timers/promises";
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
  TrimmedDataAccessException,
} from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import type { Stoppable } from "./closing.ts";

/** Where reading a stream has come to. */
export interface Position {
  /** ARN of the stream; another stream begins at its beginning. */
  readonly stream: string;
  /** Sequence number of the last record that was dealt with, by shard. */
  readonly after: Readonly<Record<string, string>>;
}

/** Keeps a position beyond the life of this process. */
export interface PositionStore {
  read(): Position | null;
  write(position: Position): void;
}

export interface StreamSourceOptions {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly positions: PositionStore;
  /** Called with the records of one shard in their order, at most `RECORDS_MAX` at a time. */
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
  /** Is told why records have to be delivered again. */
  readonly report: (error: unknown) => void;
  /** Milliseconds to wait before delivering again, from attempt 0 on. */
  readonly pauseMs?: (attempt: number) => number;
}

const RECORDS_MAX = 100;
/** A stream tells nobody that it has something: how often to ask. */
const POLL_MS = 200;
const PAUSE_MS_MAX = 30_000;

const growingPause = (attempt: number): number => Math.min(500 * 2 ** attempt, PAUSE_MS_MAX);

/**
 * Feeds a function with the stream of a table, as an event source mapping of Lambda does: from the beginning of what the
 * stream holds or from where the last process left off, each shard in order and after its parent, at least once. What the
 * function fails on is delivered again, from the record that it names; the position moves on with what it has dealt with.
 */
export class StreamSource implements Stoppable {
  readonly #options: StreamSourceOptions;
  readonly #after: Map<string, string>;
  readonly #followed = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    const kept = options.positions.read();
    this.#after = new Map(kept?.stream === options.streamArn ? Object.entries(kept.after) : []);
  }

  /** Starts to read. Throws when the stream does not exist. */
  async start(): Promise<void> {
    await this.#followNewShards();
  }

  /** Reads no more, and waits for the function to end that is at work. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#followed.values());
  }

  async #followNewShards(): Promise<void> {
    const { client, streamArn } = this.#options;
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shards = StreamDescription?.Shards ?? [];
    const ids = new Set(shards.map(({ ShardId }) => ShardId));
    for (const { ShardId, ParentShardId } of shards) {
      if (ShardId === undefined || this.#followed.has(ShardId)) continue;
      // A parent that is no longer listed has been trimmed: nobody can read it any more.
      const parent = ParentShardId !== undefined && ids.has(ParentShardId) ? this.#followed.get(ParentShardId) : null;
      if (parent === undefined) continue;
      this.#followed.set(ShardId, this.#follow(ShardId));
    }
    for (const id of this.#after.keys()) if (!ids.has(id)) this.#after.delete(id);
  }

  async #follow(shard: NonNullable<Shard["ShardId"]>): Promise<void> {
    let attempt = 0;
    let iterator: string | undefined;
    while (!this.#stopping.signal.aborted) {
      try {
        iterator ??= await this.#iterator(shard);
        const { Records = [], NextShardIterator } = await this.#options.client.send(
          new GetRecordsCommand({ ShardIterator: iterator, Limit: RECORDS_MAX }),
        );
        await this.#deliver(shard, Records);
        attempt = 0;
        iterator = NextShardIterator;
        if (iterator === undefined) return await this.#followNewShards();
        if (Records.length === 0) await this.#pause(POLL_MS);
      } catch (error) {
        iterator = undefined;
        this.#options.report(error);
        await this.#pause((this.#options.pauseMs ?? growingPause)(attempt));
        attempt += 1;
      }
    }
  }

  async #iterator(shard: string): Promise<string> {
    const { client, streamArn } = this.#options;
    const after = this.#after.get(shard);
    const ask = async (
      from:
        | { ShardIteratorType: "TRIM_HORIZON" }
        | { ShardIteratorType: "AFTER_SEQUENCE_NUMBER"; SequenceNumber: string },
    ) =>
      (await client.send(new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shard, ...from }))).ShardIterator;
    const iterator =
      after === undefined
        ? await ask({ ShardIteratorType: "TRIM_HORIZON" })
        : await ask({ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after }).catch((error: unknown) => {
            // A day has passed: what is left begins later.
            if (error instanceof TrimmedDataAccessException) return ask({ ShardIteratorType: "TRIM_HORIZON" });
            throw error;
          });
    if (iterator === undefined) throw new Error(`shard ${shard} cannot be read`);
    return iterator;
  }

  async #deliver(shard: string, records: readonly StreamRecord[]): Promise<void> {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last === undefined) return;
    const { batchItemFailures } = await this.#options.handler({ Records: records.map(asDelivered) });
    const failed = batchItemFailures[0]?.itemIdentifier;
    if (failed === undefined) return this.#moveTo(shard, last);
    const index = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed);
    const before = records[index - 1]?.dynamodb?.SequenceNumber;
    if (before !== undefined) this.#moveTo(shard, before);
    throw new Error(`record ${failed} of the table's stream is to be delivered again`);
  }

  #moveTo(shard: string, sequenceNumber: string): void {
    this.#after.set(shard, sequenceNumber);
    this.#options.positions.write({ stream: this.#options.streamArn, after: Object.fromEntries(this.#after) });
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** A record as Lambda hands it over: through JSON, and the time in seconds since 1970. */
const asDelivered = ({ dynamodb, ...record }: StreamRecord): DynamoDBStreamEvent["Records"][number] => ({
  ...JSON.parse(JSON.stringify(record)),
  dynamodb: {
    ...JSON.parse(JSON.stringify(dynamodb)),
    ApproximateCreationDateTime: (dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000,
  },
});
