import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient, TrimmedDataAccessException } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activity } from "../../functions/domain/events.ts";
import { newId } from "../../functions/store/ids.ts";
import { LOCAL_REGION, localCredentials } from "../../local/aws-names.ts";
import { type Position, type PositionStore, StreamSource } from "../../local/stream-source.ts";
import { createTable } from "../../local/table.ts";
import { testDynamoEndpoint, uniqueTableName } from "../support/dynamodb.ts";

/** A real stream of a real table, read by sources that are stopped, fail and are started anew. */

const tableName = uniqueTableName();
let dynamo: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let streamArn: string;
let put: (text: string) => Promise<void>;

beforeAll(async () => {
  const endpoint = await testDynamoEndpoint();
  const config = { endpoint, region: LOCAL_REGION, credentials: localCredentials };
  dynamo = new DynamoDBClient(config);
  streams = new DynamoDBStreamsClient(config);
  await createTable(dynamo, tableName);
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName }));
  streamArn = Table?.LatestStreamArn ?? "";
  const { DynamoDBDocumentClient, PutCommand } = await import("@aws-sdk/lib-dynamodb");
  const documents = DynamoDBDocumentClient.from(dynamo);
  put = async (text) => {
    const row = activity("org.updated", {
      id: newId(),
      occurredAt: new Date(),
      org: { id: "org", slug: "org", customer_id: "org" },
      actor: { name: "a", kind: "admin", admin_key_prefix: "", ip: "" },
      targetId: text,
    });
    await documents.send(new PutCommand({ TableName: tableName, Item: { pk: "org", sk: row.id, ...row } }));
  };
});
afterAll(() => {
  dynamo.destroy();
  streams.destroy();
});

/** Reads the stream until it has come to `last`; `fail` may refuse a batch by what it holds. */
async function readTo(
  last: string,
  positions: PositionStore,
  fail: (texts: readonly string[]) => string | undefined = () => undefined,
  catchUp: (from: Date) => Promise<void> = () => Promise.reject(new Error("nothing is to be caught up on")),
  client: DynamoDBStreamsClient = streams,
): Promise<string[]> {
  const seen: string[] = [];
  const done = Promise.withResolvers<void>();
  const source = new StreamSource({
    client,
    streamArn,
    positions,
    pauseMs: () => 1,
    catchUp,
    report: () => undefined,
    handler: async ({ Records }: DynamoDBStreamEvent) => {
      const texts = Records.map(({ dynamodb }) => dynamodb?.NewImage?.target_id?.S ?? "");
      const failing = fail(texts);
      if (failing === "all") throw new Error("broken");
      const until = failing === undefined ? texts.length : texts.indexOf(failing);
      seen.push(...texts.slice(0, until));
      if (seen.includes(last)) done.resolve();
      const failed = Records[until]?.dynamodb?.SequenceNumber;
      return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
    },
  });
  await source.start();
  await done.promise;
  await source.stop();
  return seen;
}

/** A stream of closed shards with one record each, which is called like its shard. */
const shardsOf = (shards: () => readonly object[]): DynamoDBStreamsClient => {
  const answers: Record<string, (input: Record<string, string>) => object> = {
    DescribeStreamCommand: () => ({ StreamDescription: { Shards: [...shards()] } }),
    GetShardIteratorCommand: ({ ShardId }) => ({ ShardIterator: ShardId }),
    GetRecordsCommand: ({ ShardIterator }) => ({ Records: [{ dynamodb: { SequenceNumber: ShardIterator } }] }),
  };
  const send = async (command: { readonly input: Record<string, string> }) =>
    answers[command.constructor.name]?.(command.input);
  return { send } as unknown as DynamoDBStreamsClient;
};

const remembering = (): PositionStore & { position: Position | null } => ({
  position: null,
  read() {
    return this.position;
  },
  write(position) {
    this.position = position;
  },
});

describe("a source", () => {
  test("begins with what the stream holds already, in its order", async () => {
    for (const text of ["1", "2", "3"]) await put(text);
    expect(await readTo("3", remembering())).toEqual(["1", "2", "3"]);
  });

  test("goes on where the one before it left off", async () => {
    const positions = remembering();
    await readTo("3", positions);
    await put("4");
    expect(await readTo("4", positions)).toEqual(["4"]);
  });

  test("begins anew where the position is of another stream", async () => {
    const positions = remembering();
    positions.position = { stream: "another", after: { shard: "1" }, at: "2026-01-01T00:00:00.000Z" };
    expect(await readTo("4", positions)).toEqual(["1", "2", "3", "4"]);
  });

  test("whose position is old catches up on what the stream may have forgotten, and begins anew", async () => {
    const positions = remembering();
    await readTo("4", positions);
    const at = new Date(Date.now() - 21 * 3_600_000).toISOString();
    positions.position = { stream: streamArn, after: positions.position?.after ?? {}, at };
    const caughtUp: Date[] = [];
    const seen = await readTo("4", positions, undefined, async (from) => void caughtUp.push(from));
    expect(caughtUp).toEqual([new Date(at)]);
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("does the same when the stream tells that it has forgotten", async () => {
    const positions = remembering();
    await readTo("4", positions);
    const caughtUp: Date[] = [];
    let isTrimmed = true;
    const forgetful = new Proxy(streams, {
      get: (client, name) =>
        name !== "send"
          ? Reflect.get(client, name)
          : (command: object) => {
              if (!isTrimmed || command.constructor.name !== "GetRecordsCommand") return client.send(command as never);
              isTrimmed = false;
              return Promise.reject(new TrimmedDataAccessException({ message: "trimmed", $metadata: {} }));
            },
    });
    const seen = await readTo("4", positions, undefined, async (from) => void caughtUp.push(from), forgetful);
    expect(caughtUp).toHaveLength(1);
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("reads a shard after its parent, however long that takes, and those that begin later", async () => {
    const delivered: string[] = [];
    const shards = [{ ShardId: "child", ParentShardId: "parent" }, { ShardId: "parent" }];
    const all = Promise.withResolvers<void>();
    let isParentFailing = true;
    const source = new StreamSource({
      client: shardsOf(() => shards),
      streamArn: "made-up",
      positions: remembering(),
      pauseMs: () => 1,
      catchUp: async () => undefined,
      report: () => undefined,
      handler: async ({ Records }) => {
        const number = Records[0]?.dynamodb?.SequenceNumber ?? "";
        if (number === "parent" && isParentFailing) {
          isParentFailing = false;
          return { batchItemFailures: [{ itemIdentifier: number }] };
        }
        delivered.push(number);
        if (number === "child") shards.push({ ShardId: "grandchild", ParentShardId: "child" });
        if (number === "grandchild") all.resolve();
        return { batchItemFailures: [] };
      },
    });
    await source.start();
    await all.promise;
    await source.stop();
    expect(delivered).toEqual(["parent", "child", "grandchild"]);
  });

  test("delivers again from the record on that failed, and nothing before it", async () => {
    let refusals = 3;
    const seen = await readTo("4", remembering(), (texts) => (texts.includes("3") && refusals-- > 0 ? "3" : undefined));
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("delivers all again when the function throws", async () => {
    let refusals = 2;
    expect(await readTo("4", remembering(), () => (refusals-- > 0 ? "all" : undefined))).toEqual(["1", "2", "3", "4"]);
  });

  test("that was killed before its position was written delivers once more what it had delivered", async () => {
    const positions = remembering();
    await readTo("4", { read: () => null, write: () => undefined });
    expect(await readTo("4", positions)).toEqual(["1", "2", "3", "4"]);
  });

  test("that is stopped deals with what is there already", async () => {
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const source = new StreamSource({
      client: streams,
      streamArn,
      positions: remembering(),
      catchUp: async () => undefined,
      report: () => undefined,
      handler: async ({ Records }) => {
        await first.promise;
        seen.push(...Records.map(({ dynamodb }) => dynamodb?.NewImage?.target_id?.S ?? ""));
        return { batchItemFailures: [] };
      },
    });
    await source.start();
    await put("5");
    const stopped = source.stop();
    first.resolve();
    await stopped;
    expect(seen).toEqual(["1", "2", "3", "4", "5"]);
  });
});
