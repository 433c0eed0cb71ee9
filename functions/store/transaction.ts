/** What ElectroDB returns for a transaction; it does not throw when a condition fails. */
interface TransactionOutcome {
  readonly canceled: boolean;
  readonly data: readonly { readonly rejected: boolean; readonly code: string; readonly item?: unknown }[];
}

/** A transaction that wrote nothing: another writer was in the way, or the table was throttled. A retry may succeed. */
export class TransactionCancelled extends Error {
  override readonly name: string = "TransactionCancelled";
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
export function committed(outcome: TransactionOutcome): void {
  if (!outcome.canceled) return;
  const index = outcome.data.findIndex((entry) => entry.code === "ConditionalCheckFailed");
  if (index >= 0) throw new ConditionFailed(index, outcome.data[index]?.item);
  throw new TransactionCancelled(`transaction cancelled: ${outcome.data.map((entry) => entry.code).join(", ")}`);
}

/** Did a single write fail on its condition? ElectroDB wraps the SDK's error. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ConditionalCheckFailedException" ||
    (error.cause instanceof Error && error.cause.name === "ConditionalCheckFailedException"));
