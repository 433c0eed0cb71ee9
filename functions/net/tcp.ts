import { connect, type Socket } from "node:net";
import { hostPort } from "./address.ts";
import { asNetError, codeOf } from "./failure.ts";
import type { Guard } from "./guard.ts";
import { bounded, type Lifetime } from "./lifetime.ts";
import { NetError, type Target, type Tcp } from "./net.ts";
import { type AddressGate, CONNECT_WEIGHT } from "./rate.ts";

/** Wait for the first answer of an address: long enough for one repeated SYN, which Linux sends after a second. */
const PROBE_TIMEOUT_MS = 1_500;
const PROBE_TIMEOUT_LEAST_MS = 300;
/** An address may take so many times as long as it ever did. */
const PATIENCE = 4;
const EXCHANGE_TIMEOUT_MS = 5_000;
const IDLE_MS = 2_000;
const BYTES_MAX = 4_096;

export interface Connections {
  readonly lifetime: Lifetime;
  readonly guard: Guard;
  readonly gate: AddressGate;
}

/**
 * TCP through the guard. A connect takes a tenth of a request's share of the rate. A probe without a timeout of its own
 * waits as the address has taught: 4 times the slowest answer (open or closed) that a probe of it has had, at least
 * 300 ms and at most 1,500 ms, which is also the wait until something has answered.
 */
export function createTcp({ lifetime, guard, gate }: Connections): Tcp {
  const enter = async <T>(target: Target, task: (ip: string, what: string) => Promise<T>): Promise<T> => {
    const what = hostPort(target.host, target.port);
    lifetime.assertOpen(what);
    const ip = await guard.addressOf(target);
    return gate.run(ip, CONNECT_WEIGHT, what, () => task(ip, what));
  };
  const slowestMs = new Map<string, number>();
  const waitMs = (ip: string): number => {
    const slowest = slowestMs.get(ip);
    if (slowest === undefined) return PROBE_TIMEOUT_MS;
    return Math.min(PROBE_TIMEOUT_MS, Math.max(PROBE_TIMEOUT_LEAST_MS, PATIENCE * slowest));
  };
  return {
    probe: (target, { timeoutMs } = {}) =>
      enter(target, async (ip, what) => {
        const startedAtMs = performance.now();
        const state = await probe({ lifetime, what, timeoutMs: timeoutMs ?? waitMs(ip) }, ip, target.port);
        const tookMs = performance.now() - startedAtMs;
        if (state !== "filtered") slowestMs.set(ip, Math.max(tookMs, slowestMs.get(ip) ?? 0));
        return state;
      }),
    exchange: (target, options = {}) =>
      enter(target, (ip, what) => {
        const { send, reply, bytesMax = BYTES_MAX, idleMs = IDLE_MS, timeoutMs = EXCHANGE_TIMEOUT_MS } = options;
        return exchange({ lifetime, what, timeoutMs }, ip, target.port, { send, reply, bytesMax, idleMs });
      }),
  };
}

interface Attempt {
  readonly lifetime: Lifetime;
  readonly what: string;
  readonly timeoutMs: number;
}

type PortState = Awaited<ReturnType<Tcp["probe"]>>;

const probe = (attempt: Attempt, ip: string, port: number): Promise<PortState> => {
  // On a busy machine the answer may lie in the queue of events when the time is over: that is seen before giving up.
  const bounds = { ...attempt, timeoutMs: 2 * attempt.timeoutMs, atTimeout: (): PortState => "filtered" };
  return bounded<PortState>(bounds, (resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, "filtered"), attempt.timeoutMs);
    const socket = connect({ host: ip, port }, () => resolve("open"));
    socket.on("error", (error) => {
      const failure = asNetError(error, attempt.what);
      if (isLocalShortage(error)) reject(failure);
      else resolve(failure.code === "refused" || failure.code === "reset" ? "closed" : "filtered");
    });
    return () => {
      clearTimeout(timer);
      socket.destroy();
    };
  });
};

/** Our own lack of sockets says nothing about the port, so it must not pass for a filtered one. */
const isLocalShortage = (error: unknown): boolean =>
  ["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL"].includes(codeOf(error));

/** What is said on a connection, and how much of the answer is read. */
interface Talk {
  readonly send: Uint8Array | undefined;
  readonly reply: ((received: Buffer) => Uint8Array | "enough" | null) | undefined;
  readonly bytesMax: number;
  readonly idleMs: number;
}

function exchange(
  attempt: Attempt,
  ip: string,
  port: number,
  { send, reply, bytesMax, idleMs }: Talk,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isConnected = false;
  const received = () => Buffer.concat(chunks).subarray(0, bytesMax);
  const talk = bounded<Buffer>(attempt, (resolve, reject) => {
    const goOn = (to: Socket, reply: NonNullable<Talk["reply"]>) => {
      try {
        const next = reply(received());
        if (next === "enough") resolve(received());
        else if (next && to.writable) to.write(next);
      } catch (error) {
        reject(error);
      }
    };
    const socket = connect({ host: ip, port }, () => {
      isConnected = true;
      if (send) socket.write(send);
      socket.setTimeout(idleMs, () => resolve(received()));
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytesMax) resolve(received());
      else if (reply) goOn(socket, reply);
    });
    socket.on("end", () => resolve(received()));
    socket.on("error", (error) => {
      if (size > 0) resolve(received());
      else reject(asNetError(error, attempt.what));
    });
    return () => socket.destroy();
  });
  return talk.catch((error: unknown) => {
    // A peer that drips bytes is cut off at the deadline, and what it said is kept.
    if (isConnected && error instanceof NetError && error.code === "timeout") return received();
    throw error;
  });
}
