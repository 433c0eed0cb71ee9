import type { Json } from "../../../domain/json.ts";
import type { Net, Target } from "../../../net/net.ts";
import { answerOrNull } from "../shared/failures.ts";
import type { PortRule } from "./rules.ts";

/** What an open port turned out to be. */
export interface Recognised {
  /** IANA's spelling where there is one. */
  readonly protocol: string;
  readonly tls: boolean;
  /** What it said, for the asset's banner. */
  readonly said: Uint8Array;
  readonly exposure: { readonly rule: PortRule; readonly evidence: Readonly<Record<string, Json>> } | null;
}

/** Asks an open port whether it speaks one protocol; null when it does not. Never logs in and never changes anything. */
export type Question = (target: Target, net: Net) => Promise<Recognised | null>;

/** Bytes read of an answer; the longest that we judge (an INFO of Redis) is shorter. */
const ANSWER_BYTES_MAX = 8192;
/** Services that speak at all answer a first question within this silence. */
const IDLE_MS = 1500;
const TIMEOUT_MS = 4000;

/** What slow services get: a greeting may wait for the name of the client or for an identd that never answers. */
const PATIENT = { idleMs: 6000, timeoutMs: 8000 } as const;

/** Sends `question` on a fresh connection and returns the answer; empty when the service said nothing or hung up. */
export async function ask(
  net: Net,
  target: Target,
  question?: string | Uint8Array,
  patience: { readonly idleMs: number; readonly timeoutMs: number } = { idleMs: IDLE_MS, timeoutMs: TIMEOUT_MS },
): Promise<Buffer> {
  const send = typeof question === "string" ? Buffer.from(question, "latin1") : question;
  const options = { bytesMax: ANSWER_BYTES_MAX, ...patience };
  return (await answerOrNull(net.tcp.exchange(target, send ? { ...options, send } : options))) ?? Buffer.alloc(0);
}

/** Asks, and once more with up to 6 seconds of silence when nothing came: most services need not be waited for. */
export async function askPatiently(net: Net, target: Target, question?: string): Promise<Buffer> {
  const quick = await ask(net, target, question);
  return quick.length > 0 ? quick : ask(net, target, question, PATIENT);
}

/** A database that speaks to strangers but lets them read nothing without a login. */
export const guardedDatabase = (protocol: string, product: string, said: Buffer): Recognised => ({
  protocol,
  tls: false,
  said,
  exposure: { rule: "database_exposed", evidence: { product } },
});
