import { type Item, orderOfText } from "./memory-values.ts";

/** Rows of a table or of an index: by hash key, and within each in order. */
export class MemoryRows {
  readonly #hash: string;
  readonly #range: readonly string[];
  readonly #partitions = new Map<string, Item[]>();

  /** `hash` is the attribute of the hash key; `range` those by which the rows of one hash key are ordered, and told apart. */
  constructor(hash: string, range: readonly string[]) {
    this.#hash = hash;
    this.#range = range;
  }

  /** Rows of one hash key, in order. */
  of(hash: unknown): readonly Item[] {
    return this.#partitions.get(String(hash)) ?? [];
  }

  /** Rows of all hash keys. */
  all(): readonly Item[] {
    return [...this.#partitions.values()].flat();
  }

  get(key: Item): Item | undefined {
    const rows = this.of(key[this.#hash]);
    const row = rows[this.#placeOf(key, rows)];
    return row && this.order(row, key) === 0 ? row : undefined;
  }

  put(row: Item): void {
    const hash = String(row[this.#hash]);
    const rows = this.#partitions.get(hash) ?? [];
    this.#partitions.set(hash, rows);
    const place = this.#placeOf(row, rows);
    const there = rows[place];
    rows.splice(place, there && this.order(there, row) === 0 ? 1 : 0, row);
  }

  delete(key: Item): void {
    const rows = this.#partitions.get(String(key[this.#hash])) ?? [];
    const place = this.#placeOf(key, rows);
    const there = rows[place];
    if (there && this.order(there, key) === 0) rows.splice(place, 1);
  }

  /** Which of two rows of one hash key comes first: negative when it is `one`. */
  order(one: Item, other: Item): number {
    for (const name of this.#range) {
      const which = orderOfText(String(one[name]), String(other[name]));
      if (which !== 0) return which;
    }
    return 0;
  }

  /** Place of the first row that does not come before the key. */
  #placeOf(key: Item, rows: readonly Item[]): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = rows[middle];
      if (row && this.order(row, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
