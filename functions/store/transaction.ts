import { randomUUID } from "node:crypto";
import { ATTEMPTS, pause } from "./backoff.ts";

/** A transaction as ElectroDB builds it. `token` makes repetitions of the same request one request. */
export interface WriteTransaction {
  go(options?: { readonly token?: string }): Promise<TransactionOutcome>;
}

/** What ElectroDB returns for a transaction; it does not throw when a condition fails. */
export interface TransactionOutcome {
  readonly canceled: boolean;
  readonly data: readonly { readonly rejected: boolean; readonly code: string; readonly item?: unknown }[];
}

/** A transaction that wrote nothing: another writer was in the way, or the table was throttled. A retry may succeed. */
export class TransactionCancelled extends Error {
  override readonly name: string = "TransactionCancelled";
  /** DynamoDB's reason for each write, "None" for one that was fine. */
  readonly codes: readonly string[];
  constructor(message: string, codes: readonly string[] = []) {
    super(message);
    this.codes = codes;
  }
}

/** A transaction that wrote nothing because one of its conditions did not hold. */
export class ConditionFailed extends TransactionCancelled {
  override readonly name = "ConditionFailed";
  /** Position of the first write whose condition failed. */
  readonly index: number;
  /** That item as it is now, when the write asked for it. */
  readonly item: unknown;
  constructor(index: number, item: unknown) {
    super(`condition of write ${index} failed`);
    this.index = index;
    this.item = item;
  }
}

/** Turns ElectroDB's silent cancellation into an error: `ConditionFailed`, or `TransactionCancelled`. */
function committed(outcome: TransactionOutcome): void {
  if (!outcome.canceled) return;
  const index = outcome.data.findIndex((entry) => entry.code === "ConditionalCheckFailed");
  if (index >= 0) throw new ConditionFailed(index, outcome.data[index]?.item);
  const codes = outcome.data.map((entry) => entry.code);
  throw new TransactionCancelled(`transaction cancelled: ${codes.join(", ")}`, codes);
}

/** Reasons that lie with the moment and not with the writes. */
const PASSING = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "TransactionInProgressException",
  "TransactionConflictException",
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
]);

/**
 * Runs a write transaction until it is written; `build` makes it anew for each attempt. One that only met another writer
 * or a throttled table is repeated after a short pause, up to `attempts` times in all. Throws `ConditionFailed` at once
 * when a condition does not hold, and `TransactionCancelled` when the attempts are used up or a repetition cannot help.
 */
export function transact(
  build: () => WriteTransaction,
  attempts: number = ATTEMPTS,
  wait: (attempt: number) => Promise<void> = pause,
): Promise<void> {
  // One token for all attempts: DynamoDB answers a repetition of one that was written, and whose answer was lost, as it
  // answered the first, and not with a condition that fails on what the first has written.
  const token = randomUUID();
  return persisting(async () => committed(await build().go({ token })), attempts, wait);
}

/** Makes a change from what is there, and again when another writer was faster: `change` reads, judges and writes. */
export async function retriedWhenOvertaken<T>(
  change: () => Promise<T>,
  attempts: number = OVERTAKEN_ATTEMPTS,
  wait: (attempt: number) => Promise<void> = pause,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ConditionFailed) || attempt + 1 >= attempts) throw error;
    }
    await wait(Math.min(attempt, LONGEST_PAUSE));
  }
}

const OVERTAKEN_ATTEMPTS = 12;
/** Pauses grow up to that of this attempt. */
const LONGEST_PAUSE = 2;

/** Runs a write until it is written, as `transact` does: a single write, too, may meet somebody's transaction. */
export async function persisting(
  write: () => Promise<unknown>,
  attempts: number = ATTEMPTS,
  wait: (attempt: number) => Promise<void> = pause,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt + 1 >= attempts) throw cancelled(error);
    }
    await wait(attempt);
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConditionFailed) return false;
  if (error instanceof TransactionCancelled) return error.codes.every((code) => code === "None" || PASSING.has(code));
  return names(error).some((name) => PASSING.has(name));
}

const cancelled = (error: unknown): TransactionCancelled =>
  error instanceof TransactionCancelled
    ? error
    : new TransactionCancelled(`transaction cancelled: ${names(error).join(", ")}`, names(error));

/** Names of an error and of its cause: ElectroDB wraps the SDK's error. */
const names = (error: unknown): string[] =>
  error instanceof Error ? [error.name, ...(error.cause instanceof Error ? [error.cause.name] : [])] : [];

/** Did a single write fail on its condition? ElectroDB wraps the SDK's error. */
export const isConditionFailure = (error: unknown): boolean => names(error).includes("ConditionalCheckFailedException");
