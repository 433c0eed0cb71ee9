import { documentClient } from "../../functions/store/table.ts";
import { type TransactItem, withWriteUnits } from "./sweep-capacity.ts";

/** What an act asked of DynamoDB. */
export interface Spent {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly seconds: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

const WRITES = new Set([
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchWriteItem",
  "Put",
  "Update",
  "Delete",
  "BatchWrite",
]);

let meter: { requests: number; readUnits: number; writeUnits: number } | null = null;
let isModelled = true;
let isInstalled = false;

/**
 * Meters what `act` asks of DynamoDB; one act at a time. Read units, and write units of single and batched writes, are
 * those that DynamoDB tells; those of transactions are modelled, which takes time: without, they count as none.
 */
export async function spentBy(act: () => Promise<unknown>, modelled: boolean): Promise<Spent> {
  install();
  const own = { requests: 0, readUnits: 0, writeUnits: 0 };
  meter = own;
  isModelled = modelled;
  const started = performance.now();
  try {
    await act();
  } finally {
    meter = null;
  }
  return { ...own, seconds: (performance.now() - started) / 1000 };
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      const own = meter;
      if (!own) return next(args);
      own.requests += 1;
      const run = () => next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
      if ("TransactItems" in args.input && isModelled) {
        const [answer, units] = await withWriteUnits(args.input.TransactItems as readonly TransactItem[], run);
        own.writeUnits += units;
        return answer;
      }
      const answer = await run();
      const name = (context.commandName ?? "").replace(/Command$/, "");
      const { ConsumedCapacity = [] } = answer.output as { readonly ConsumedCapacity?: Capacity | Capacity[] };
      const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      if (WRITES.has(name)) own.writeUnits += units;
      else own.readUnits += units;
      return answer;
    },
    { step: "initialize" },
  );
}
