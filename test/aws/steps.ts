interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly result: string;
}

/** The steps of a run, one after the other, and what came of each. */
export class Steps {
  readonly #ended: Step[] = [];
  readonly #tell: (line: string) => void;
  readonly #now: () => number;

  /** `tell` gets a line when a step begins; `now` is a clock in milliseconds. */
  constructor(tell: (line: string) => void, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  /** Does one thing. `resultOf` says what came of it, also after it has failed; left out or null, "done" or "failed". */
  async run<T>(name: string, act: () => Promise<T>, resultOf: () => string | null = () => null): Promise<T> {
    const startedAt = this.#now();
    const end = (otherwise: string) => {
      const seconds = (this.#now() - startedAt) / 1000;
      this.#ended.push({ name, seconds, result: resultOf() ?? otherwise });
    };
    this.#tell(`${name} ...`);
    try {
      const value = await act();
      end("done");
      return value;
    } catch (error) {
      end("failed");
      throw error;
    }
  }

  /** What has ended, a line each: step, seconds, result. */
  table(): string {
    const rows = [
      ["step", "seconds", "result"] as const,
      ...this.#ended.map(({ name, seconds, result }) => [name, seconds.toFixed(1), result] as const),
    ];
    const nameWidth = Math.max(...rows.map(([name]) => name.length));
    const secondsWidth = Math.max(...rows.map(([, seconds]) => seconds.length));
    return rows
      .map(([name, seconds, result]) => `${name.padEnd(nameWidth)}  ${seconds.padStart(secondsWidth)}  ${result}\n`)
      .join("");
  }
}
