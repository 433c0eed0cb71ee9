import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import {
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type {
  BatchGetCommandInput,
  BatchWriteCommandInput,
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { documentClient, tableDefinition, tableName } from "../../functions/store/table.ts";
import {
  assertExpressions,
  invalid,
  type Placeholders,
  parseCondition,
  parseKeyCondition,
  parseProjection,
  parseUpdate,
} from "./memory-expressions.ts";
import { MemoryRows } from "./memory-rows.ts";
import { copied, type Item } from "./memory-values.ts";

/**
 * The part of DynamoDB that the store uses, in memory and some hundred times as fast. It takes the network's place below
 * the middleware of other tests, so that faults hit it as they hit the real one. It has no limits of size, throttles
 * nobody, meets no conflicts, deletes nothing by itself and has no stream; all else that it does not know is an error.
 */

const { pk, sk, gsi1 } = tableDefinition;
const INDEXED: readonly string[] = [pk, sk, gsi1.pk, gsi1.sk, ...gsi1.nonKeyAttributes];

const TRANSACTION_ITEMS_MAX = 100;
const BATCH_KEYS_MAX = 100;
const BATCH_WRITES_MAX = 25;

const tables = new AsyncLocalStorage<MemoryTable>();
let isInstalled = false;

/** Runs something whose calls of DynamoDB go to an empty table of its own, which is gone afterwards. */
export function inMemory<T>(act: () => Promise<T>): Promise<T> {
  install();
  return tables.run(new MemoryTable(), act);
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  // It makes readable what no logger reads.
  documentClient.middlewareStack.remove("loggerMiddleware");
  // Of low priority: the other middleware of this step comes before it.
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      const table = tables.getStore();
      if (!table) return next(args);
      // Whoever runs at the same time gets a turn, as with every call over a network.
      await Promise.resolve();
      const name = (context.commandName ?? "").replace(/Command$/, "");
      return { response: null, output: { $metadata: {}, ...table.answer(name, copied<unknown>(args.input)) } };
    },
    { step: "initialize", priority: "low" },
  );
}

/** What each command may ask for. */
const placeholders = ["ExpressionAttributeNames", "ExpressionAttributeValues"];
const writing = ["TableName", "ConditionExpression", ...placeholders, "ReturnValuesOnConditionCheckFailure"];
const reading = ["TableName", "ProjectionExpression", "ExpressionAttributeNames", "ConsistentRead"];
const parameters: Readonly<Record<string, readonly string[]>> = {
  GetItem: [...reading, "Key"],
  BatchGetItem: ["RequestItems"],
  Query: [
    ...[...reading, "IndexName", "KeyConditionExpression", "FilterExpression", "ExpressionAttributeValues"],
    ...["Limit", "ExclusiveStartKey", "ScanIndexForward"],
  ],
  Scan: ["TableName", "ConsistentRead"],
  PutItem: [...writing, "Item", "ReturnValues"],
  UpdateItem: [...writing, "Key", "UpdateExpression", "ReturnValues"],
  DeleteItem: [...writing, "Key", "ReturnValues"],
  BatchWriteItem: ["RequestItems"],
  TransactWriteItems: ["TransactItems", "ClientRequestToken"],
  "keys of a batch": ["Keys", "ProjectionExpression", "ExpressionAttributeNames", "ConsistentRead"],
  "write of a batch": ["PutRequest", "DeleteRequest"],
  "item of a transaction": ["Put", "Update", "Delete", "ConditionCheck"],
  Put: [...writing, "Item"],
  Update: [...writing, "Key", "UpdateExpression"],
  Delete: [...writing, "Key"],
  ConditionCheck: [...writing, "Key"],
};

function assertKnown(name: string, input: object): void {
  const known = parameters[name];
  if (!known) throw new Error(`the memory table does not know ${name}`);
  for (const parameter of Object.keys(input))
    if (!known.includes(parameter)) throw new Error(`the memory table does not know ${parameter} of ${name}`);
  if ("TableName" in input) assertTable(input.TableName);
}

function assertTable(name: unknown): void {
  if (name !== tableName) throw new Error(`the memory table is not ${String(name)}`);
}

/** A write of one item: in a transaction, in a batch or by itself. */
interface Write extends Placeholders {
  readonly Item?: Item | undefined;
  readonly Key?: Item | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

/** What a write will do to its item, once nothing is in the way. */
interface Planned {
  readonly key: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly isRefused: boolean;
  /** The item for whoever wants to see why the write was refused. */
  readonly shown: Item | undefined;
}

type WriteKind = "Put" | "Update" | "Delete" | "ConditionCheck";

class MemoryTable {
  readonly #rows = new MemoryRows(pk, [sk]);
  readonly #index = new MemoryRows(gsi1.pk, [gsi1.sk, pk, sk]);
  readonly #tokens = new Map<string, unknown>();

  /** The answer to a command; nobody else has the input. */
  answer(command: string, input: unknown): object {
    if (typeof input !== "object" || input === null) throw new Error(`${command} without input`);
    assertKnown(command, input);
    switch (command) {
      case "GetItem":
        return this.#get(input as GetCommandInput);
      case "BatchGetItem":
        return this.#batchGet(input as BatchGetCommandInput);
      case "Query":
        return this.#query(input as QueryCommandInput);
      case "Scan":
        return this.#scan(input as ScanCommandInput);
      case "PutItem":
        return this.#write("Put", input as PutCommandInput);
      case "UpdateItem":
        return this.#write("Update", input as UpdateCommandInput);
      case "DeleteItem":
        return this.#write("Delete", input as DeleteCommandInput);
      case "BatchWriteItem":
        return this.#batchWrite(input as BatchWriteCommandInput);
      case "TransactWriteItems":
        return this.#transactWrite(input as TransactWriteCommandInput);
      default:
        throw new Error(`the memory table does not know ${command}`);
    }
  }

  #get({ Key, ProjectionExpression, ...names }: GetCommandInput): object {
    const row = this.#rows.get(keyOf(Key, true));
    const [shown] = projected(row ? [row] : [], ProjectionExpression, names);
    return shown ? { Item: shown } : {};
  }

  #batchGet({ RequestItems = {} }: BatchGetCommandInput): object {
    const responses = Object.entries(RequestItems).map(([name, request]) => {
      assertTable(name);
      assertKnown("keys of a batch", request);
      const { Keys = [], ProjectionExpression, ...names } = request;
      if (Keys.length === 0 || Keys.length > BATCH_KEYS_MAX) throw invalid(`${Keys.length} keys in a batch`);
      const keys = Keys.map((key) => keyOf(key, true));
      assertDistinct(keys);
      const rows = keys.map((key) => this.#rows.get(key)).filter((row) => row !== undefined);
      return [name, projected(rows, ProjectionExpression, names)] as const;
    });
    return { Responses: Object.fromEntries(responses), UnprocessedKeys: {} };
  }

  #query(input: QueryCommandInput): object {
    const { IndexName, KeyConditionExpression = "", FilterExpression, ProjectionExpression, ExclusiveStartKey } = input;
    const { ScanIndexForward = true, Limit = Number.POSITIVE_INFINITY } = input;
    if (IndexName !== undefined && IndexName !== gsi1.name) throw invalid(`no index ${IndexName}`);
    if (IndexName && input.ConsistentRead) throw invalid("Consistent reads are not supported on global indexes");
    if (Limit < 1) throw invalid(`a limit of ${Limit}`);
    const [source, hash, range] = IndexName ? [this.#index, gsi1.pk, gsi1.sk] : [this.#rows, pk, sk];
    const condition = parseKeyCondition(KeyConditionExpression);
    const filter = FilterExpression === undefined ? undefined : parseCondition(FilterExpression);
    const projection = ProjectionExpression === undefined ? undefined : parseProjection(ProjectionExpression);
    assertExpressions(input, [condition, filter, projection]);
    if (condition.hashName(input) !== hash || condition.rangeNames(input).some((name) => name !== range))
      throw new Error(`the memory table does not know the key condition ${KeyConditionExpression}`);
    const unknown = IndexName && filter?.names(input).find((name) => !INDEXED.includes(name));
    if (unknown) throw invalid(`Secondary index ${IndexName} does not project ${unknown}`);
    const inOrder = source.of(condition.hash({}, input));
    const rows = (ScanIndexForward ? inOrder : inOrder.toReversed()).filter((row) => condition.holds(row, input));
    const start = ExclusiveStartKey;
    const isAfter = (row: Item) => !start || source.order(row, start) * (ScanIndexForward ? 1 : -1) > 0;
    const rest = rows.filter(isAfter);
    const read = rest.slice(0, Limit);
    const last = read.length === Limit ? read.at(-1) : undefined;
    const passed = filter ? read.filter((row) => filter.holds(row, input)) : read;
    const names = projection?.names(input);
    return {
      Items: passed.map((row) => copied(names ? only(row, names) : row)),
      Count: passed.length,
      ScannedCount: read.length,
      ...(last ? { LastEvaluatedKey: only(last, IndexName ? [pk, sk, gsi1.pk, gsi1.sk] : [pk, sk]) } : {}),
    };
  }

  #scan(_: ScanCommandInput): object {
    const items = copied(this.#rows.all());
    return { Items: items, Count: items.length, ScannedCount: items.length };
  }

  #write(kind: WriteKind, input: PutCommandInput | UpdateCommandInput | DeleteCommandInput): object {
    const { ReturnValues = "NONE" } = input;
    if (!["NONE", "ALL_OLD", ...(kind === "Update" ? ["ALL_NEW"] : [])].includes(ReturnValues))
      throw new Error(`the memory table does not know the return values ${ReturnValues} of ${kind}`);
    const planned = this.#plan(kind, input);
    if (planned.isRefused)
      throw new ConditionalCheckFailedException({
        $metadata: {},
        message: REFUSED,
        ...(planned.shown ? { Item: marshall(planned.shown) } : {}),
      });
    this.#carryOut(planned);
    const { before, after } = planned;
    const returned = ReturnValues === "ALL_OLD" ? before : ReturnValues === "ALL_NEW" ? after : undefined;
    return returned ? { Attributes: copied(returned) } : {};
  }

  #batchWrite({ RequestItems = {} }: BatchWriteCommandInput): object {
    const plans = Object.entries(RequestItems).flatMap(([name, requests]) => {
      assertTable(name);
      return requests.map((request) => {
        assertKnown("write of a batch", request);
        const { PutRequest, DeleteRequest } = request;
        if (PutRequest) return this.#plan("Put", { Item: PutRequest.Item });
        return this.#plan("Delete", { Key: DeleteRequest?.Key });
      });
    });
    if (plans.length === 0 || plans.length > BATCH_WRITES_MAX) throw invalid(`${plans.length} writes in a batch`);
    assertDistinct(plans.map(({ key }) => key));
    for (const planned of plans) this.#carryOut(planned);
    return { UnprocessedItems: {} };
  }

  #transactWrite({ TransactItems = [], ClientRequestToken: token }: TransactWriteCommandInput): object {
    if (TransactItems.length === 0 || TransactItems.length > TRANSACTION_ITEMS_MAX)
      throw invalid(`${TransactItems.length} items in a transaction`);
    if (token !== undefined && this.#tokens.has(token)) {
      if (isDeepStrictEqual(this.#tokens.get(token), TransactItems)) return {};
      throw new IdempotentParameterMismatchException({ $metadata: {}, message: "The token was used for other writes" });
    }
    const plans = TransactItems.map((item) => {
      assertKnown("item of a transaction", item);
      const [entry, ...others] = Object.entries(item) as [WriteKind, Write][];
      if (!entry || others.length > 0) throw invalid("An item of a transaction is one write");
      assertKnown(entry[0], entry[1]);
      return this.#plan(...entry);
    });
    assertDistinct(plans.map(({ key }) => key));
    if (plans.some(({ isRefused }) => isRefused)) throw cancelled(plans);
    for (const planned of plans) this.#carryOut(planned);
    if (token !== undefined) this.#tokens.set(token, TransactItems);
    return {};
  }

  #plan(kind: WriteKind, input: Write): Planned {
    const key = keyOf(kind === "Put" ? input.Item : input.Key, kind !== "Put");
    const condition = input.ConditionExpression === undefined ? undefined : parseCondition(input.ConditionExpression);
    const update = input.UpdateExpression === undefined ? undefined : parseUpdate(input.UpdateExpression);
    assertExpressions(input, [condition, update]);
    const before = this.#rows.get(key);
    const isRefused = condition ? !condition.holds(before ?? {}, input) : false;
    const shown = input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" ? before : undefined;
    const after = isRefused ? before : afterWrite(kind, input, before ?? key, before);
    if (after) assertKeys(key, after);
    return { key, before, after, isRefused, shown };
  }

  #carryOut({ key, before, after }: Planned): void {
    if (before && isIndexed(before)) this.#index.delete(before);
    if (after) this.#rows.put(after);
    else this.#rows.delete(key);
    if (after && isIndexed(after)) this.#index.put(only(after, INDEXED));
  }
}

const REFUSED = "The conditional request failed";

function cancelled(plans: readonly Planned[]): TransactionCanceledException {
  const reasons = plans.map(({ isRefused, shown }) =>
    isRefused
      ? { Code: "ConditionalCheckFailed", Message: REFUSED, ...(shown ? { Item: marshall(shown) } : {}) }
      : { Code: "None" },
  );
  const codes = reasons.map(({ Code }) => Code).join(", ");
  return new TransactionCanceledException({
    $metadata: {},
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
  });
}

function afterWrite(kind: WriteKind, input: Write, item: Item, before: Item | undefined): Item | undefined {
  switch (kind) {
    case "Put":
      return input.Item;
    case "Update":
      return input.UpdateExpression === undefined ? item : parseUpdate(input.UpdateExpression).applied(item, input);
    case "Delete":
      return undefined;
    case "ConditionCheck":
      return before;
    default:
      return kind satisfies never;
  }
}

/** The key of an item, or the key that is nothing else. */
function keyOf(item: Item | undefined, isAlone: boolean): Item {
  const { [pk]: hash, [sk]: range } = item ?? {};
  if (typeof hash !== "string" || typeof range !== "string" || hash === "" || range === "")
    throw invalid("The provided key element does not match the schema");
  if (isAlone && Object.keys(item ?? {}).length > 2) throw invalid("The provided key has more than the key");
  return { [pk]: hash, [sk]: range };
}

function assertKeys(key: Item, item: Item): void {
  if (item[pk] !== key[pk] || item[sk] !== key[sk]) throw invalid("Cannot update attribute: it is part of the key");
  for (const name of [gsi1.pk, gsi1.sk])
    if (item[name] !== undefined && (typeof item[name] !== "string" || item[name] === ""))
      throw invalid(`Type mismatch for index key ${name}`);
}

function assertDistinct(keys: readonly Item[]): void {
  if (new Set(keys.map((key) => JSON.stringify([key[pk], key[sk]]))).size < keys.length)
    throw invalid("The same item twice in one request");
}

const isIndexed = (item: Item): boolean => item[gsi1.pk] !== undefined && item[gsi1.sk] !== undefined;

function projected(rows: readonly Item[], expression: string | undefined, by: Placeholders): Item[] {
  const projection = expression === undefined ? undefined : parseProjection(expression);
  assertExpressions(by, [projection]);
  const names = projection?.names(by);
  return rows.map((row) => copied(names ? only(row, names) : row));
}

const only = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
