import { asNetError } from "./failure.ts";
import { NetError } from "./net.ts";

/** How long a `Net` may work: until it is closed or its signal aborts. */
export interface Lifetime {
  /** Calls `end` once when the time is over (at once if it is); the result forgets it. One listener serves them all. */
  onEnd(end: () => void): () => void;
  /** Throws NetError `aborted` when the time is over. */
  assertOpen(what: string): void;
  end(): void;
}

/** A lifetime that ends with `signal`, or earlier by `end()`. */
export function createLifetime(signal: AbortSignal): Lifetime {
  const ends = new Set<() => void>();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener("abort", end);
    for (const each of ends) each();
    ends.clear();
  };
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  return {
    onEnd(each) {
      if (isOver) each();
      else ends.add(each);
      return () => ends.delete(each);
    },
    assertOpen(what) {
      if (isOver) throw aborted(what);
    },
    end,
  };
}

/** The error of what was still under way when the scan stopped. */
export const aborted = (what: string): NetError => new NetError("aborted", `${what}: the scan was stopped`);

export interface Bounds<T> {
  readonly lifetime: Lifetime;
  /** Target in the words of error messages. */
  readonly what: string;
  readonly timeoutMs: number;
  /** The outcome at the deadline; without it a NetError `timeout`. */
  readonly atTimeout?: () => T;
}

/**
 * A promise that settles exactly once: by what `start` calls, at the deadline, or at the end of the lifetime. `start`
 * returns the clean-up, which runs exactly once, so that no socket or timer outlives the outcome.
 */
export function bounded<T>(
  { lifetime, what, timeoutMs, atTimeout }: Bounds<T>,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise<T>((resolvePromise, rejectPromise) => {
    lifetime.assertOpen(what);
    let isSettled = false;
    let cleanUp: (() => void) | undefined;
    const settle = (finish: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      forget();
      finish();
      cleanUp?.();
    };
    const reject = (error: unknown) => settle(() => rejectPromise(error));
    const timer = setTimeout(() => {
      if (atTimeout) settle(() => resolvePromise(atTimeout()));
      else reject(new NetError("timeout", `${what}: no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    const forget = lifetime.onEnd(() => reject(aborted(what)));
    try {
      cleanUp = start((value) => settle(() => resolvePromise(value)), reject);
      if (isSettled) cleanUp();
    } catch (error) {
      // Node throws at once for a port or a server name that cannot be.
      reject(asNetError(error, what));
    }
  });
}
