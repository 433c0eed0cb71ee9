/** Values of the table as plain JavaScript, as the document client gives and takes them. */

export type Item = Readonly<Record<string, unknown>>;

/**
 * A copy that shares nothing with the original, without what is undefined, as the marshaller of the document client makes
 * it. Throws for what that refuses, and for sets, which no entity has.
 */
export function copied<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return copyOfNumber(value);
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(copy);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof value !== "object" || !isPlain(value)) throw new Error(`the memory table does not know ${String(value)}`);
  const result: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) if (entry !== undefined) result[name] = copy(entry);
  return result;
}

function copyOfNumber(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`the number ${value} cannot be stored`);
  // DynamoDB knows no negative zero.
  return value === 0 ? 0 : value;
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** The order of strings, of numbers or of bytes, negative when `one` comes first; null when they are not of one kind. */
export function order(one: unknown, other: unknown): number | null {
  if (typeof one === "string" && typeof other === "string") return orderOfText(one, other);
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return null;
}

/** DynamoDB compares the bytes of UTF-8; beyond the basic plane JavaScript has another order. */
export function orderOfText(one: string, other: string): number {
  if (SURROGATE.test(one) || SURROGATE.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one === other ? 0 : one < other ? -1 : 1;
}

const SURROGATE = /[\ud800-\udfff]/;
