import { setTimeout as sleep } from "node:timers/promises";
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
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
  /** ISO 8601: all that happened before has been dealt with, and some of what happened since. */
  readonly at: string;
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
  /** Deals with what happened from a time on, by other means than the stream, which may have forgotten it. */
  readonly catchUp: (from: Date) => Promise<void>;
  /** Is told why records have to be delivered again. */
  readonly report: (error: unknown) => void;
  /** Milliseconds to wait before delivering again, from attempt 0 on. */
  readonly pauseMs?: (attempt: number) => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const RECORDS_MAX = 100;
/** A stream tells nobody that it has something: how often to ask. */
const POLL_MS = 200;
const PAUSE_MS_MAX = 30_000;
/** How often a position is renewed at which nothing happens. */
const IDLE_POSITION_MS = 60_000;
/**
 * A position is trusted for so long. A stream forgets after 24 hours, and DynamoDB Local, when it opens its files and has
 * forgotten everything, counts its records from 1 again: older numbers would then skip new records.
 */
const POSITION_HOURS_MAX = 20;
const DRAIN_MS_MAX = 5_000;

const growingPause = (attempt: number): number => Math.min(500 * 2 ** attempt, PAUSE_MS_MAX);

/**
 * Feeds a function with the stream of a table, as an event source mapping of Lambda does: from the beginning of what the
 * stream holds or from where the last process left off, each shard in order and after its parent, at least once. What the
 * function fails on is delivered again, from the record that it names; the position moves on with what it has dealt with.
 */
export class StreamSource implements Stoppable {
  readonly #options: StreamSourceOptions;
  readonly #after: Map<string, string>;
  /** Milliseconds since 1970 until which each shard that is followed has been dealt with. */
  readonly #until = new Map<string, number>();
  readonly #finished = new Set<string>();
  readonly #followed = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Of the last position that was written. */
  #at: number;
  #mustCatchUp: boolean;
  #isDraining = false;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
    const kept = options.positions.read();
    const isOurs = kept?.stream === options.streamArn;
    const now = this.#now();
    this.#at = isOurs ? Date.parse(kept.at) : now;
    // Not the other way round: a time that cannot be read is as good as one long past.
    this.#mustCatchUp = isOurs && !(now - this.#at < POSITION_HOURS_MAX * 3_600_000);
    this.#after = new Map(isOurs && !this.#mustCatchUp ? Object.entries(kept.after) : []);
  }

  /** Starts to read. Throws when the stream does not exist. */
  async start(): Promise<void> {
    await this.#followNewShards();
  }

  /** Deals with what the stream holds by now, for some seconds at most, and reads no more. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    const patience = setTimeout(() => this.#stopping.abort(), DRAIN_MS_MAX);
    for (let waited = -1; waited < this.#followed.size; ) {
      waited = this.#followed.size;
      await Promise.all(this.#followed.values());
    }
    clearTimeout(patience);
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Follows the shards that have begun since. A shard waits until its parent is finished, or is no longer listed. */
  async #followNewShards(): Promise<void> {
    const shards = await this.#shards();
    const ids = new Set(shards.map(({ ShardId }) => ShardId));
    for (const { ShardId: id = "", ParentShardId: parent = "" } of shards)
      if (!this.#followed.has(id) && (this.#finished.has(parent) || !ids.has(parent))) {
        this.#until.set(id, this.#at);
        this.#followed.set(id, this.#follow(id));
      }
    for (const id of this.#after.keys()) if (!ids.has(id)) this.#after.delete(id);
  }

  async #shards(): Promise<readonly Shard[]> {
    const { client, streamArn } = this.#options;
    const shards: Shard[] = [];
    let from: { ExclusiveStartShardId?: string } = {};
    for (;;) {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn, ...from }));
      shards.push(...(StreamDescription?.Shards ?? []));
      const last = StreamDescription?.LastEvaluatedShardId;
      if (last === undefined) return shards;
      from = { ExclusiveStartShardId: last };
    }
  }

  async #follow(shard: string): Promise<void> {
    let attempt = 0;
    let iterator: string | undefined;
    while (!this.#isStopped && !this.#finished.has(shard)) {
      try {
        await this.#catchUp();
        iterator ??= await this.#iterator(shard);
        const { Records = [], NextShardIterator } = await this.#options.client.send(
          new GetRecordsCommand({ ShardIterator: iterator, Limit: RECORDS_MAX }),
        );
        await this.#deliver(shard, Records);
        attempt = 0;
        iterator = NextShardIterator;
        if (iterator === undefined) this.#finish(shard);
        else if (Records.length === 0) {
          if (this.#isDraining) return;
          this.#rest(shard);
          await this.#pause(POLL_MS);
        }
      } catch (error) {
        iterator = undefined;
        this.#react(shard, error);
        if (this.#isDraining) return;
        await this.#pause((this.#options.pauseMs ?? growingPause)(attempt));
        attempt += 1;
      }
    }
    await this.#followHeirs();
  }

  /** Follows what comes after a shard that has ended. It may be some time until it is listed. */
  async #followHeirs(): Promise<void> {
    const followed = this.#followed.size;
    while (!this.#isStopped && !this.#isDraining && this.#followed.size === followed) {
      await this.#followNewShards().catch(this.#options.report);
      if (this.#followed.size === followed) await this.#pause(POLL_MS);
    }
  }

  #react(shard: string, error: unknown): void {
    this.#options.report(error);
    if (error instanceof ResourceNotFoundException) this.#finish(shard);
    if (!(error instanceof TrimmedDataAccessException)) return;
    // A day has passed: what the stream still has begins later, and what it has not is elsewhere.
    this.#after.delete(shard);
    this.#mustCatchUp = true;
  }

  async #catchUp(): Promise<void> {
    if (!this.#mustCatchUp) return;
    await this.#options.catchUp(new Date(this.#at));
    this.#mustCatchUp = false;
  }

  async #iterator(shard: string): Promise<string> {
    const { client, streamArn } = this.#options;
    const after = this.#after.get(shard);
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shard,
        ...(after === undefined
          ? { ShardIteratorType: "TRIM_HORIZON" }
          : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after }),
      }),
    );
    if (ShardIterator === undefined) throw new Error(`shard ${shard} cannot be read`);
    return ShardIterator;
  }

  async #deliver(shard: string, records: readonly StreamRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { batchItemFailures } = await this.#options.handler({ Records: records.map(asDelivered) });
    const failed = batchItemFailures[0]?.itemIdentifier;
    const index = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed);
    this.#moveTo(shard, failed === undefined ? records.at(-1) : records[index - 1]);
    if (failed !== undefined) throw new Error(`record ${failed} of the table's stream is to be delivered again`);
  }

  #moveTo(shard: string, record: StreamRecord | undefined): void {
    const { SequenceNumber, ApproximateCreationDateTime } = record?.dynamodb ?? {};
    if (SequenceNumber === undefined) return;
    this.#after.set(shard, SequenceNumber);
    this.#until.set(shard, ApproximateCreationDateTime?.getTime() ?? this.#at);
    this.#writePosition();
  }

  /** Nothing is left to read for now: the position may be renewed, now and then. */
  #rest(shard: string): void {
    // What was written a moment ago may show up a moment later.
    const until = this.#now() - IDLE_POSITION_MS;
    this.#until.set(shard, until);
    if (until - this.#at > IDLE_POSITION_MS) this.#writePosition();
  }

  #finish(shard: string): void {
    this.#finished.add(shard);
    this.#until.delete(shard);
  }

  #writePosition(): void {
    const { positions, streamArn: stream } = this.#options;
    this.#at = Math.min(...this.#until.values());
    positions.write({ stream, after: Object.fromEntries(this.#after), at: new Date(this.#at).toISOString() });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
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
