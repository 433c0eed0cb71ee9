/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Stops what was started, the last one first. */
export class Closing {
  readonly #open: Stoppable[] = [];
  #closed: Promise<void> | null = null;

  add<T extends Stoppable>(started: T): T {
    this.#open.push(started);
    return started;
  }

  /** Stops everything even when one of them fails, and throws the first failure then. Doing it again changes nothing. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const one of this.#open.toReversed()) await one.stop().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
