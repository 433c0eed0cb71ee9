import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { tableDefinition, tableName } from "../../functions/store/table.ts";

/**
 * Write units of a transaction, which DynamoDB Local counts wrongly: of several writes of one size it counts one. Each
 * write costs two units for each KB of its item, as it was or as it is, whichever is larger, and as much again for its
 * entry in the index when that changes.
 */

type Item = Readonly<Record<string, unknown>>;

/** One write of a transaction, as the document client is given it. */
export interface TransactItem {
  readonly Put?: { readonly Item?: Item };
  readonly Update?: { readonly Key?: Item };
  readonly Delete?: { readonly Key?: Item };
  readonly ConditionCheck?: { readonly Key?: Item };
}

const UNITS_PER_KB = 2;
const KB = 1024;

/** Runs a transaction and gives its write units beside its outcome. */
export async function withWriteUnits<T>(items: readonly TransactItem[], run: () => Promise<T>): Promise<[T, number]> {
  const keys = items.map(keyOf);
  const before = await stored(keys);
  const outcome = await run();
  const after = await stored(keys);
  const units = keys.map((_, index) => unitsOf(before[index], after[index]));
  return [outcome, units.reduce((sum, one) => sum + one, 0)];
}

function keyOf({ Put, Update, Delete, ConditionCheck }: TransactItem): Item {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return { pk, sk };
}

let unmetered: DynamoDBDocumentClient | undefined;

async function stored(keys: readonly Item[]): Promise<readonly (Item | undefined)[]> {
  unmetered ??= DynamoDBDocumentClient.from(new DynamoDBClient());
  const answer = await unmetered.send(
    new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [...keys], ConsistentRead: true } } }),
  );
  const found = answer.Responses?.[tableName] ?? [];
  return keys.map(({ pk, sk }) => found.find((item) => item.pk === pk && item.sk === sk));
}

function unitsOf(before: Item | undefined, after: Item | undefined): number {
  const kilobytes = Math.max(1, kb(before), kb(after));
  return UNITS_PER_KB * (kilobytes + indexKilobytes(entryOf(before), entryOf(after)));
}

/** The entry of an item in the index, undefined when it has none. */
function entryOf(item: Item | undefined): Item | undefined {
  const { pk, sk, gsi1 } = tableDefinition;
  if (item?.[gsi1.pk] === undefined) return undefined;
  const names: readonly string[] = [pk, sk, gsi1.pk, gsi1.sk, ...gsi1.nonKeyAttributes];
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

function indexKilobytes(before: Item | undefined, after: Item | undefined): number {
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  const { pk, sk } = tableDefinition.gsi1;
  const isMoved = before && after && (before[pk] !== after[pk] || before[sk] !== after[sk]);
  return isMoved ? kb(before) + kb(after) : Math.max(kb(before), kb(after));
}

const kb = (item: Item | undefined): number => (item ? Math.ceil(sizeOf(item) / KB) : 0);

/** Bytes of an item as DynamoDB bills them: names and values, and a little for each list, map and entry of them. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).replace(/\D/g, "").length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + sizeOf(entry) + 1, 3);
  if (typeof value !== "object" || value === null) return 1;
  const fields = Object.entries(value).map(([name, entry]) => Buffer.byteLength(name) + sizeOf(entry));
  return fields.reduce((sum, size) => sum + size + 1, 3);
}
