import { aborted, type Lifetime } from "./lifetime.ts";

/** Tokens that an HTTP request, a zone transfer or a TLS handshake takes. */
export const REQUEST_WEIGHT = 1;
/**
 * Tokens that a bare TCP connect takes. It costs the target a few packets and no work of the application, so a scan of
 * 150 requests a second may try 1,500 ports a second.
 */
export const CONNECT_WEIGHT = 0.1;

/** Tokens that a bucket holds at most, in seconds of its rate: what may leave at once after a pause. */
const BURST_SECONDS = 0.1;

/** Keeps a rate and bounds what is under way at the same time. */
export interface Gate {
  /**
   * Runs `task` when `weight` tokens and a place are free, first come first served. Throws NetError `aborted` when the
   * lifetime ends before that.
   */
  run<T>(weight: number, what: string, task: () => Promise<T>): Promise<T>;
}

export interface GateOptions {
  readonly ratePerSecond: number;
  /** Tasks under way at the same time. */
  readonly concurrency: number;
  readonly lifetime: Lifetime;
}

/** Keeps a rate for each address and bounds what is under way at the same time, to one address and to all. */
export interface AddressGate {
  /** As `Gate.run`, for a connection to `address`. */
  run<T>(address: string, weight: number, what: string, task: () => Promise<T>): Promise<T>;
}

export interface AddressGateOptions extends Omit<GateOptions, "ratePerSecond"> {
  readonly ratePerSecond: number | ((address: string) => number);
  readonly concurrencyPerAddress: number;
}

/** One bucket for each address: a hundred slow servers are scanned side by side, and none gets more than its share. */
export function createAddressGate(options: AddressGateOptions): AddressGate {
  const { ratePerSecond, concurrency, concurrencyPerAddress, lifetime } = options;
  const rateOf = typeof ratePerSecond === "number" ? () => ratePerSecond : ratePerSecond;
  const all = createGate({ ratePerSecond: Number.MAX_SAFE_INTEGER, concurrency, lifetime });
  const gates = new Map<string, Gate>();
  const gateOf = (address: string): Gate => {
    const known = gates.get(address);
    if (known) return known;
    const gate = createGate({ ratePerSecond: rateOf(address), concurrency: concurrencyPerAddress, lifetime });
    gates.set(address, gate);
    return gate;
  };
  return {
    run: (address, weight, what, task) => gateOf(address).run(weight, what, () => all.run(0, what, task)),
  };
}

interface Waiter {
  readonly weight: number;
  readonly what: string;
  readonly enter: () => void;
  readonly reject: (error: unknown) => void;
}

/** A token bucket with a queue. One timer at most, for the head of the queue; none while nobody waits. */
export function createGate({ ratePerSecond, concurrency, lifetime }: GateOptions): Gate {
  const capacity = Math.max(1, ratePerSecond * BURST_SECONDS);
  const waiting = new Set<Waiter>();
  let tokens = capacity;
  let filledAtMs = performance.now();
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const refill = () => {
    const nowMs = performance.now();
    tokens = Math.min(capacity, tokens + ((nowMs - filledAtMs) / 1000) * ratePerSecond);
    filledAtMs = nowMs;
  };
  const pump = () => {
    for (const waiter of waiting) {
      if (timer || running >= concurrency) return;
      refill();
      if (tokens < waiter.weight) {
        const waitMs = Math.ceil(((waiter.weight - tokens) / ratePerSecond) * 1000);
        timer = setTimeout(() => {
          timer = undefined;
          pump();
        }, waitMs);
        return;
      }
      tokens -= waiter.weight;
      running += 1;
      waiting.delete(waiter);
      waiter.enter();
    }
  };
  lifetime.onEnd(() => {
    clearTimeout(timer);
    for (const { what, reject } of waiting) reject(aborted(what));
    waiting.clear();
  });
  return {
    async run(weight, what, task) {
      lifetime.assertOpen(what);
      await new Promise<void>((enter, reject) => {
        waiting.add({ weight, what, enter, reject });
        pump();
      });
      try {
        return await task();
      } finally {
        running -= 1;
        pump();
      }
    },
  };
}
