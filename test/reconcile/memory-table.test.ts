import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentClient, tableName } from "../../functions/store/table.ts";
import { CallLost, withFault } from "../support/faults.ts";
import { inMemory } from "../support/memory-table.ts";
import type { Item } from "../support/memory-values.ts";
import { useService } from "../support/service.ts";
import { keyOf, wholeTable } from "../support/table-snapshot.ts";

/** The table in memory answers as DynamoDB Local does, and fails as that does. */

useService();

const OPERATIONS = 600;
const SEED = 20_260_104;

type Operation = () => Promise<unknown>;

const TableName = tableName;
/** Few keys, so that all meet all. */
const key = fc.record({
  pk: fc.constantFrom("p1", "p2"),
  sk: fc.constantFrom("a", "ab", "b", "c", "ca", "é", "\u{1f600}", "\uffee"),
});
const kind = fc.constantFrom("x", "y", "xy");
const count = fc.integer({ min: -3, max: 3 });
const value = fc.oneof(kind, count, fc.boolean(), fc.constant(null), fc.array(kind, { maxLength: 2 }));

/** Sometimes in the index, sometimes with too little for it. */
const attributes = fc
  .record(
    {
      kind,
      count,
      value,
      bytes: fc.uint8Array({ maxLength: 4 }),
      nested: fc.record({ a: value, b: fc.constantFrom(undefined, 1) }),
      status: kind,
      title: value,
      category: count,
      gsi1pk: fc.constant("g"),
      gsi1sk: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map(({ gsi1sk, ...rest }) => ({ ...rest, isSorted: gsi1sk === true }));

const item = fc.tuple(key, attributes).map(([{ pk, sk }, { isSorted, ...rest }]) => ({
  ...{ pk, sk },
  ...rest,
  // No two rows alike: the index has no order for those.
  ...(isSorted ? { gsi1sk: `${pk}${sk}` } : {}),
}));

interface Test {
  readonly text: string;
  readonly names: Record<string, string>;
  readonly values: Record<string, unknown>;
}

const names: Readonly<Record<string, string>> = {
  "#kind": "kind",
  "#count": "count",
  "#value": "value",
  "#pk": "pk",
  "#sk": "sk",
};

const simple: fc.Arbitrary<Omit<Test, "names">> = fc.oneof(
  fc.constantFrom("attribute_exists(#pk)", "attribute_not_exists(#pk)", "attribute_exists(#count)").map((text) => ({
    text,
    values: {},
  })),
  fc
    .tuple(fc.constantFrom("=", "<>", "<", "<=", ">", ">="), fc.oneof(kind, count))
    .map(([sign, v]) => ({ text: `#value ${sign} :v`, values: { ":v": v } })),
  fc.tuple(fc.constantFrom("=", "<>"), value).map(([sign, v]) => ({ text: `#value ${sign} :v`, values: { ":v": v } })),
  fc.constantFrom("=", "<>", "<").map((sign) => ({ text: `#count ${sign} #value`, values: {} })),
  kind.map((v) => ({ text: "begins_with(#kind, :v)", values: { ":v": v } })),
  kind.map((v) => ({ text: "contains(#value, :v)", values: { ":v": v } })),
  fc.nat(2).map((v) => ({ text: "#count BETWEEN :v AND :w", values: { ":v": -v, ":w": v } })),
  fc.tuple(value, value).map(([v, w]) => ({ text: "#value IN (:v, :w)", values: { ":v": v, ":w": w } })),
);

const renamed = (test: Omit<Test, "names">, prefix: string) => ({
  text: test.text.replaceAll(":", `:${prefix}`),
  values: Object.fromEntries(Object.entries(test.values).map(([name, v]) => [`:${prefix}${name.slice(1)}`, v])),
});

/** `names` has those that the text uses, as DynamoDB wants it. */
const complete = ({ text, values }: Omit<Test, "names">): Test => ({
  text,
  values,
  names: Object.fromEntries(Object.entries(names).filter(([name]) => text.includes(name))),
});

const condition: fc.Arbitrary<Test> = fc
  .oneof(
    simple,
    simple.map(({ text, values }) => ({ text: `NOT ${text}`, values })),
    fc
      .tuple(simple, simple, simple, fc.constantFrom("AND", "OR"), fc.constantFrom("AND", "OR", "and"))
      .map(([one, other, third, first, second]) => {
        const [a, b, c] = [renamed(one, "a"), renamed(other, "b"), renamed(third, "c")];
        return {
          text: `${a.text} ${first} ${b.text} ${second} NOT (${c.text} OR ${a.text})`,
          values: { ...a.values, ...b.values, ...c.values },
        };
      }),
  )
  .map(complete);

const maybe = fc.option(condition, { freq: 2, nil: undefined });

const expressions = (parts: { readonly [parameter: string]: Test | undefined }) => {
  const given = Object.entries(parts).flatMap(([parameter, one]) => (one ? [{ parameter, one }] : []));
  const ExpressionAttributeNames = Object.assign({}, ...given.map(({ one }) => one.names));
  const ExpressionAttributeValues = Object.assign({}, ...given.map(({ one }) => one.values));
  return {
    ...Object.fromEntries(given.map(({ parameter, one }) => [parameter, one.text])),
    ...(Object.keys(ExpressionAttributeNames).length > 0 ? { ExpressionAttributeNames } : {}),
    ...(Object.keys(ExpressionAttributeValues).length > 0 ? { ExpressionAttributeValues } : {}),
  };
};

const update: fc.Arbitrary<Test> = fc
  .oneof(
    fc.tuple(value, kind).map(([v, w]) => ({
      text: "SET #value = :uv, #kind = :uw",
      values: { ":uv": v, ":uw": w },
    })),
    count.map((v) => ({ text: "SET #count = #count + :uv REMOVE #value", values: { ":uv": v } })),
    count.map((v) => ({ text: "SET #count = if_not_exists(#count, :uv) - :uv", values: { ":uv": v } })),
    count.map((v) => ({ text: "ADD #count :uv", values: { ":uv": v } })),
    count.map((v) => ({ text: "REMOVE #kind, #value SET #count = :uv", values: { ":uv": v } })),
    fc.constantFrom(
      { text: "SET #kind = #value", values: {} },
      { text: "SET #kind = :uv, #kind = :uv", values: { ":uv": "x" } },
      { text: "SET #kind = :uv", values: { ":uv": "x", ":uw": "unused" } },
      { text: "SET #kind = :uw", values: { ":uv": "x" } },
    ),
  )
  .map(complete);

const returnValues = fc.constantFrom("NONE" as const, "ALL_OLD" as const);
const onFailure = fc.constantFrom("NONE" as const, "ALL_OLD" as const);

/** A write as each of its commands and a transaction have it. */
const write = fc.oneof(
  fc.tuple(item, maybe, onFailure).map(([Item, when, shown]) => ({
    Put: { TableName, Item, ReturnValuesOnConditionCheckFailure: shown, ...expressions({ ConditionExpression: when }) },
  })),
  fc.tuple(key, update, maybe, onFailure).map(([Key, change, when, shown]) => ({
    Update: {
      ...{ TableName, Key, ReturnValuesOnConditionCheckFailure: shown, UpdateExpression: "" },
      ...expressions({ UpdateExpression: change, ConditionExpression: when }),
    },
  })),
  fc.tuple(key, maybe, onFailure).map(([Key, when, shown]) => ({
    Delete: {
      TableName,
      Key,
      ReturnValuesOnConditionCheckFailure: shown,
      ...expressions({ ConditionExpression: when }),
    },
  })),
);

const check = fc.tuple(key, condition).map(([Key, when]) => ({
  ConditionCheck: { TableName, Key, ConditionExpression: "", ...expressions({ ConditionExpression: when }) },
}));

const single: fc.Arbitrary<Operation> = fc
  .tuple(write, returnValues, fc.boolean())
  .map(([one, ReturnValues, isNew]) => async () => {
    if ("Put" in one) return documentClient.send(new PutCommand({ ...one.Put, ReturnValues }));
    if ("Delete" in one) return documentClient.send(new DeleteCommand({ ...one.Delete, ReturnValues }));
    return documentClient.send(
      new UpdateCommand({ ...one.Update, ReturnValues: isNew ? ("ALL_NEW" as const) : ReturnValues }),
    );
  });

/** Sent twice now and then, and with other writes under the same token. */
const transaction: fc.Arbitrary<Operation> = fc
  .tuple(
    // Of two writes of one item DynamoDB says that they are a mistake, and DynamoDB Local mostly.
    fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: write }, { weight: 1, arbitrary: check }), {
      minLength: 1,
      maxLength: 4,
      selector: (entry) =>
        Object.values(entry)
          .map((one) => keyOf(one.Item ?? one.Key))
          .join(),
    }),
    fc.uuid(),
    fc.constantFrom("once", "once", "again", "otherwise"),
    item,
  )
  .map(([TransactItems, ClientRequestToken, times, Item]) => async () => {
    const send = (items: typeof TransactItems) =>
      answerOf(documentClient.send(new TransactWriteCommand({ TransactItems: items, ClientRequestToken })));
    const first = await send(TransactItems);
    if (times === "once") return first;
    const second = await send(times === "again" ? TransactItems : [{ Put: { TableName, Item } as never }]);
    return [first, second];
  });

const projection = fc.constantFrom<Test | undefined>(
  undefined,
  undefined,
  complete({ text: "#pk, #kind, #count", values: {} }),
);

const read: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(key, projection).map(
    ([Key, shown]) =>
      async () =>
        documentClient.send(
          new GetCommand({ TableName, Key, ConsistentRead: true, ...expressions({ ProjectionExpression: shown }) }),
        ),
  ),
  fc.tuple(fc.array(key, { minLength: 1, maxLength: 5 }), projection).map(([Keys, shown]) => async () => {
    const request = { Keys, ConsistentRead: true, ...expressions({ ProjectionExpression: shown }) };
    const answer = await documentClient.send(new BatchGetCommand({ RequestItems: { [TableName]: request } }));
    const items = (answer.Responses?.[TableName] ?? []).map((row) => JSON.stringify(row, Object.keys(row).sort()));
    return { items: items.sort(), left: answer.UnprocessedKeys };
  }),
);

const batchWrite: fc.Arbitrary<Operation> = fc
  .array(
    fc.oneof(
      item.map((Item) => ({ PutRequest: { Item } })),
      key.map((Key) => ({ DeleteRequest: { Key } })),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(
    (requests) => async () => documentClient.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })),
  );

const sk = fc.constantFrom("a", "ab", "b", "c", "é", "");
const rangeTest = (name: string, prefix: string): fc.Arbitrary<Omit<Test, "names">> =>
  fc.oneof(
    fc.constant({ text: "", values: {} }),
    fc.tuple(fc.constantFrom("=", "<", "<=", ">", ">="), sk).map(([sign, v]) => ({
      text: ` AND ${name} ${sign} :s`,
      values: { ":s": `${prefix}${v}` },
    })),
    sk.map((v) => ({ text: ` and begins_with(${name}, :s)`, values: { ":s": `${prefix}${v}` } })),
    fc.tuple(sk, sk).map(([v, w]) => ({
      text: ` AND ${name} BETWEEN :s AND :t`,
      values: { ":s": `${prefix}${v}`, ":t": `${prefix}${w}` },
    })),
  );

/** The same filter by attributes that the index has. */
const indexed = { ...names, "#kind": "status", "#value": "title", "#count": "category" };
const ofIndex = ({ text, values, names: used }: Test): Test => ({
  text,
  values,
  names: Object.fromEntries(Object.keys(used).map((name) => [name, indexed[name as keyof typeof indexed] ?? ""])),
});

/** Of a query all pages are compared, each with its end. */
const query: fc.Arbitrary<Operation> = fc
  .boolean()
  .chain((isIndex) =>
    fc.tuple(
      fc.constant(isIndex),
      isIndex ? rangeTest("gsi1sk", "p1") : rangeTest("#sk", ""),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      maybe,
      projection,
    ),
  )
  .map(([isIndex, range, ScanIndexForward, Limit, filter, shown]) => async () => {
    const by = complete({
      text: `${isIndex ? "gsi1pk" : "#pk"} = :p${range.text}`,
      values: { ...range.values, ":p": isIndex ? "g" : "p1" },
    });
    const withoutKeys = filter?.text.includes("#pk") ? undefined : filter && isIndex ? ofIndex(filter) : filter;
    const pages: QueryCommandOutput[] = [];
    let ExclusiveStartKey: Item | undefined;
    do {
      const answer = await documentClient.send(
        new QueryCommand({
          ...{ TableName, ScanIndexForward },
          ...(isIndex ? { IndexName: "gsi1" } : { ConsistentRead: true }),
          ...(Limit === undefined ? {} : { Limit }),
          ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
          ...expressions({
            KeyConditionExpression: by,
            FilterExpression: withoutKeys,
            ProjectionExpression: isIndex ? undefined : shown,
          }),
        }),
      );
      ExclusiveStartKey = answer.LastEvaluatedKey;
      pages.push(answer);
    } while (ExclusiveStartKey);
    return withoutEmptyEnd(pages);
  });

/** DynamoDB may or may not notice that the last row of a page is the last of all. */
function withoutEmptyEnd(pages: readonly QueryCommandOutput[]): readonly QueryCommandOutput[] {
  const isOver = pages.length > 1 && pages.at(-1)?.ScannedCount === 0;
  const full = isOver ? pages.slice(0, -1) : pages;
  return full.map((page, index) => (index === full.length - 1 ? { ...page, LastEvaluatedKey: undefined } : page));
}

const operation = fc.oneof(
  { weight: 4, arbitrary: single },
  { weight: 3, arbitrary: transaction },
  { weight: 1, arbitrary: batchWrite },
  { weight: 2, arbitrary: read },
  { weight: 3, arbitrary: query },
);

/** What was answered, or refused and why: what callers can see of it but the words. */
async function answerOf(sent: Promise<unknown>): Promise<unknown> {
  try {
    return plain(await sent);
  } catch (error) {
    const { name, CancellationReasons, Item } = error as {
      readonly name: string;
      readonly CancellationReasons?: readonly { readonly Code?: string; readonly Item?: unknown }[];
      readonly Item?: unknown;
    };
    // What the memory table does not know is an error of its own, and of this test.
    if (name === "Error") throw error;
    const reasons = CancellationReasons?.map((reason) => ({ code: reason.Code, item: reason.Item }));
    return { name, reasons, Item };
  }
}

/** DynamoDB Local tells the capacity without being asked. */
const UNASKED = ["$metadata", "ConsumedCapacity"];

const plain = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, entry) => (UNASKED.includes(name) ? undefined : entry)));

const stateOf = async () => (await wholeTable()).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

test(`${OPERATIONS} operations and what they leave`, async () => {
  const operations = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED });
  const run = async () => {
    const answers: unknown[] = [];
    for (const act of operations) answers.push(await answerOf(act()));
    return { answers, state: await stateOf() };
  };
  const [real, memory] = [await run(), await inMemory(run)];
  for (const [index, answer] of memory.answers.entries())
    expect(answer, `operation ${index}`).toEqual(real.answers[index]);
  expect(memory.state).toEqual(real.state);
});

test.each([
  ["before", undefined],
  ["after", "x"],
] as const)("a call that is lost %s it takes effect", async (when, left) => {
  const Key = { pk: "p1", sk: "a" };
  const put = () => documentClient.send(new PutCommand({ TableName, Item: { ...Key, kind: "x" } }));
  const found = await inMemory(async () => {
    const { error } = await withFault({ call: 0, when, what: "once" }, put);
    expect(error).toBeInstanceOf(CallLost);
    return documentClient.send(new GetCommand({ TableName, Key }));
  });
  expect(found.Item?.kind).toBe(left);
});

test("what it does not know is an error", async () => {
  const filtered = (FilterExpression: string) =>
    new QueryCommand({
      ...{ TableName, KeyConditionExpression: "pk = :p", FilterExpression },
      ExpressionAttributeValues: { ":p": "p1" },
    });
  const refused = /the memory table does not know/;
  await inMemory(async () => {
    await expect(documentClient.send(filtered("size(kind) = count"))).rejects.toThrow(refused);
    await expect(documentClient.send(filtered("nested.a = count"))).rejects.toThrow(refused);
    await expect(documentClient.send(new QueryCommand({ TableName, Select: "COUNT" }))).rejects.toThrow(refused);
    const Item = { pk: "p1", sk: "a", kinds: new Set(["x"]) };
    await expect(documentClient.send(new PutCommand({ TableName, Item }))).rejects.toThrow(refused);
  });
});
