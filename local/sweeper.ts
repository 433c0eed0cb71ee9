import type { Stoppable } from "./closing.ts";
import type { Task } from "./tasks.ts";

const PERIOD_MILLISECONDS = 60_000;

export interface Sweeper extends Stoppable {
  /** Runs a round now, unless one is under way. */
  run(): void;
}

/**
 * Runs the sweeper at once and then every minute, never twice at the same time. A failing round is told to `report`; the
 * next one tries again. Resolves after the first round, to what stops it.
 */
export async function startSweeper(sweep: Task, report: (error: unknown) => void): Promise<Sweeper> {
  let round: Promise<unknown> | null = null;
  const run = (): Promise<unknown> => {
    round ??= sweep({})
      .catch(report)
      .finally(() => {
        round = null;
      });
    return round;
  };
  await run();
  const timer = setInterval(run, PERIOD_MILLISECONDS);
  timer.unref();
  return {
    run: () => void run(),
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
