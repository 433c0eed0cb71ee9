import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { documentClient } from "../../functions/store/table.ts";
import { STAGE } from "../../local/http/router.ts";
import { type TransactItem, withWriteUnits } from "./sweep-capacity.ts";

/** What requests to the API asked of DynamoDB, in the order in which they did. */
export interface Metered {
  /** Names of the actions. */
  readonly requests: readonly string[];
  /** How often a request was sent while no other was under way: what a caller waits for one after the other. */
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Of one table; an operation either reads or writes. */
interface Capacity {
  readonly CapacityUnits?: number;
}

const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"]);

/** The request that is being served, by which its own store requests are told from those of scans in the background. */
const serving = new AsyncLocalStorage<IncomingMessage>();

const nothing = () => ({ requests: [] as string[], roundTrips: 0, readUnits: 0, writeUnits: 0 });

let meter = nothing();
let isInstalled = false;
let unanswered = 0;
let held: (() => void)[] = [];

/**
 * Counts what the API asks of DynamoDB while `act` runs: to be used for one call at a time. Answers are held back until
 * every request under way has its own, as if all took the same time: the number of round trips is then no matter of luck.
 */
export async function metered(act: () => Promise<unknown>): Promise<Metered> {
  install();
  const own = nothing();
  meter = own;
  try {
    await act();
  } finally {
    meter = nothing();
  }
  return own;
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  subscribe("http.server.request.start", (message) =>
    serving.enterWith((message as { readonly request: IncomingMessage }).request),
  );
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      if (!serving.getStore()?.url?.startsWith(`/${STAGE}/`)) return next(args);
      const name = (context.commandName ?? "").replace(/Command$/, "");
      meter.requests.push(name);
      if (unanswered === 0) meter.roundTrips += 1;
      unanswered += 1;
      try {
        const run = () => next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
        if ("TransactItems" in args.input) {
          const [answer, units] = await withWriteUnits(args.input.TransactItems as readonly TransactItem[], run);
          meter.writeUnits += units;
          return answer;
        }
        const answer = await run();
        count(name, answer.output as { readonly ConsumedCapacity?: Capacity | Capacity[] });
        return answer;
      } finally {
        await othersAnswered();
      }
    },
    { step: "initialize" },
  );
}

async function othersAnswered(): Promise<void> {
  unanswered -= 1;
  if (unanswered > 0) return new Promise((resolve) => void held.push(resolve));
  for (const release of held) release();
  held = [];
}

function count(name: string, { ConsumedCapacity = [] }: { readonly ConsumedCapacity?: Capacity | Capacity[] }): void {
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (WRITES.has(name)) meter.writeUnits += units;
  else meter.readUnits += units;
}
