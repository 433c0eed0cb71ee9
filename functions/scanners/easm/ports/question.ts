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
  /** As the service shows it. */
  readonly product?: string | null;
  readonly version?: string | null;
  readonly exposures: readonly Exposure[];
}

/** A weakness of an open port. */
export interface Exposure {
  readonly rule: PortRule;
  readonly evidence: Readonly<Record<string, Json>>;
}

/** Asks an open port whether it speaks one protocol; null when it does not. Never logs in and never changes anything. */
export type Question = (target: Target, net: Net) => Promise<Recognised | null>;

/** Bytes read of an answer; the longest that we judge (an INFO of Redis) is shorter. */
const ANSWER_BYTES_MAX = 8192;
/** Services that speak at all answer a first question within this silence. */
const IDLE_MS = 1500;
const TIMEOUT_MS = 4000;

/** What a conversation gets: several answers, some of which wait for a look-up of the client's name. */
const DIALOGUE = { idleMs: 3000, timeoutMs: 10_000 } as const;

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

/**
 * Talks by turns on a fresh connection: after each chunk `reply` sees all that was said so far and gives what to say
 * next, null to wait, `enough` to hang up. Returns all that was said; empty when there was nothing.
 */
export async function converse(
  net: Net,
  target: Target,
  reply: (said: Buffer) => Uint8Array | "enough" | null,
  opening?: Uint8Array,
): Promise<Buffer> {
  const options = { bytesMax: ANSWER_BYTES_MAX, ...DIALOGUE, reply };
  return (
    (await answerOrNull(net.tcp.exchange(target, opening ? { ...options, send: opening } : options))) ?? Buffer.alloc(0)
  );
}

/** Says each of the lines once the answer to the one before has come; the first one after the greeting. */
export function byTurns(net: Net, target: Target, turns: readonly Turn[], opening?: Uint8Array): Promise<Buffer> {
  let turn = 0;
  return converse(
    net,
    target,
    (said) => {
      const next = turns[turn];
      if (next === undefined) return "enough";
      const text = said.toString("latin1");
      if (!(next.after instanceof RegExp ? next.after.test(text) : next.after(text))) return null;
      turn += 1;
      return next.say === null ? "enough" : Buffer.from(next.say, "latin1");
    },
    opening,
  );
}

/** What to say, in Latin-1, once all that was said so far fits `after`; null to hang up then. */
export interface Turn {
  readonly after: RegExp | ((said: string) => boolean);
  readonly say: string | null;
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
  ...splitProduct(product),
  exposures: [{ rule: "database_exposed", evidence: { product } }],
});

/** `MySQL 8.0.36` as product and version. */
function splitProduct(text: string): { product: string; version: string | null } {
  const [, product = text, version = null] = /^(.*?) (\d[\w.+~:-]*)$/.exec(text) ?? [];
  return { product, version };
}

/** A service that strangers can talk to and that shows no weakness by itself. */
export const plainService = (
  protocol: string,
  said: Uint8Array,
  shown: { readonly product?: string | null; readonly version?: string | null } = {},
): Recognised => ({ protocol, tls: false, said, ...shown, exposures: [] });

/** A service made for a network of its own, which met strangers with its protocol. */
export const internalService = (
  protocol: string,
  said: Uint8Array,
  product: string,
  version: string | null = null,
): Recognised => ({
  protocol,
  tls: false,
  said,
  product,
  version,
  exposures: [{ rule: "internal_service_exposed", evidence: { product, version } }],
});

/** A service that let a client read that never logged in; `evidence` says what was asked and what it proves. */
export const openToAll = (
  protocol: string,
  rule: PortRule,
  evidence: Readonly<Record<string, Json>>,
  shown: { readonly said?: Uint8Array; readonly product?: string; readonly version?: string | null } = {},
): Recognised => ({
  protocol,
  tls: false,
  said: shown.said ?? Buffer.alloc(0),
  ...shown,
  exposures: [{ rule, evidence }],
});
