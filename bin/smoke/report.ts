/** Thrown by a check that does not begin any more. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Runs checks one after the other, and writes a line for each: whether it held, how long it took, its name. */
export class Report {
  readonly #write: (line: string) => void;
  readonly #interruption: AbortSignal;
  #held = 0;
  #failed = 0;

  constructor(write: (line: string) => void, interruption: AbortSignal) {
    this.#write = write;
    this.#interruption = interruption;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Resolves to what the check gives, to undefined when it fails. Throws Interrupted when nothing is to begin any more. */
  async check<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    if (this.#interruption.aborted) throw new Interrupted("interrupted");
    return this.cleanUp(name, act);
  }

  /** The same for what must be done also after an interruption. */
  async cleanUp<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    const startedAt = performance.now();
    const line = (outcome: string, text: string) =>
      this.#write(`${outcome.padEnd(6)} ${String(Math.round(performance.now() - startedAt)).padStart(6)} ms  ${text}`);
    try {
      const result = await act();
      this.#held += 1;
      line("ok", name);
      return result;
    } catch (error) {
      this.#failed += 1;
      line("failed", `${name}: ${error instanceof Error ? error.message : "unknown"}`);
      return undefined;
    }
  }

  end(): void {
    this.#write(`\n${this.#held + this.#failed} checks, ${this.#failed} failed`);
  }
}
