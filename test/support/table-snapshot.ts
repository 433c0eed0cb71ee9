import { gunzipSync } from "node:zlib";
import { BatchWriteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../../functions/store/table.ts";

/** The whole table of a test file, to be put back as it was and to be compared. */

export type Item = Readonly<Record<string, unknown>>;

/** Every item of the table. */
export async function wholeTable(): Promise<Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ...(start ? { ExclusiveStartKey: start } : {}) }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Makes the table hold these items and no others. */
export async function restoreTable(items: readonly Item[]): Promise<void> {
  const kept = new Set(items.map(keyOf));
  const surplus = (await wholeTable()).filter((item) => !kept.has(keyOf(item)));
  await write([
    ...surplus.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...items.map((Item) => ({ PutRequest: { Item } })),
  ]);
}

export const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** An item in words that can be compared: packed rows are unpacked, and what `rename` makes of each text stands for it. */
export function readable(item: Item, rename: (text: string) => string): unknown {
  const plain = (value: unknown): unknown => {
    if (typeof value === "string") return rename(value);
    if (value instanceof Uint8Array) return plain(JSON.parse(gunzipSync(value).toString("utf8")));
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [rename(name), plain(entry)]));
  };
  return plain(item);
}

const REQUESTS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 4;

type WriteRequest = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };

async function write(requests: readonly WriteRequest[]): Promise<void> {
  const queue = [...requests];
  const worker = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, REQUESTS_PER_BATCH);
      const { UnprocessedItems } = await documentClient.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: batch } }),
      );
      queue.push(...((UnprocessedItems?.[tableName] ?? []) as WriteRequest[]));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, worker));
}
