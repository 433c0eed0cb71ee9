import type { Net, NetError, Target } from "../../../net/net.ts";
import { isAnswerFailure } from "../shared/failures.ts";
import { serverHelloOf, suitesHello } from "./client-hello.ts";
import { dhBits } from "./dh.ts";
import { handshake } from "./handshakes.ts";
import { brokenSuites, dheSuites, families, forwardSecretSuites, type Suite } from "./suites.ts";

/** A certificate chain comes before the key exchange that is read. */
const HELLO = { bytesMax: 32_768, idleMs: 2500, timeoutMs: 6000 } as const;

/** What one address lets a client of its choosing agree to. */
export interface Weaknesses {
  /** One suite of each family that the server took. */
  readonly broken: readonly Suite[];
  /** Bits of the prime of its Diffie-Hellman group, null where it has none. */
  readonly dhBits: number | null;
  /** True when it refused every suite with forward secrecy; only asked where `negotiated` has none. */
  readonly withoutForwardSecrecy: boolean;
  /** Why something could not be judged. */
  readonly failures: readonly NetError[];
}

/**
 * Offers what no client should offer, by hellos that are never followed up. All broken suites at once, then those that are
 * left without the family that the server took: a sound server is asked once. `random` gives 32 fresh bytes.
 */
export async function weaknessesOf(
  net: Net,
  at: Target & { readonly ip: string },
  random: () => Uint8Array,
  negotiatedForwardSecrecy: boolean,
): Promise<Weaknesses> {
  const failures: NetError[] = [];
  const resets: NetError[] = [];
  const offer = async (suites: readonly number[]): Promise<Buffer> => {
    const answer = await offered(net, at, suitesHello(suites, at.host, random()));
    if (!(answer instanceof Error)) return answer;
    (answer.code === "reset" ? resets : failures).push(answer);
    return Buffer.alloc(0);
  };

  const broken: Suite[] = [];
  let left = brokenSuites;
  for (let round = 0; round < families.length; round++) {
    const hello = serverHelloOf(await offer(left.map(({ number }) => number)));
    const taken = left.find(({ number }) => number === hello?.suite);
    if (taken === undefined) break;
    broken.push(taken);
    left = left.filter(({ family }) => family !== taken.family);
  }

  const withDh = await offer(dheSuites);
  const dhSuite = serverHelloOf(withDh)?.suite ?? 0;
  const bits = dheSuites.includes(dhSuite) ? dhBits(withDh) : null;

  let withoutForwardSecrecy = false;
  if (!negotiatedForwardSecrecy && failures.length + resets.length === 0) {
    const answer = await offer(forwardSecretSuites);
    withoutForwardSecrecy = isAlert(answer);
  }
  // As with old versions: a reset is a refusal if a sound handshake still works.
  if (resets.length > 0 && (await handshake(net, at.host, at.port, at.ip)) instanceof Error) failures.push(...resets);
  return { broken, dhBits: bits, withoutForwardSecrecy, failures };
}

/** Only a spoken refusal proves that there is nothing: silence may have other reasons. */
const isAlert = (answer: Buffer): boolean => answer.length >= 7 && answer[0] === 0x15 && answer[1] === 3;

async function offered(net: Net, at: Target, hello: Uint8Array): Promise<Buffer | NetError> {
  try {
    // A key exchange that is whole, or an alert, is all there is to wait for.
    const reply = (said: Buffer) => (isAlert(said) || isFlightWhole(said) ? ("enough" as const) : null);
    return await net.tcp.exchange(at, { ...HELLO, send: hello, reply });
  } catch (error) {
    if (isAnswerFailure(error)) return error;
    throw error;
  }
}

/** ServerHelloDone: an empty handshake message of type 14 ends what a server of TLS 1.2 or before says first. */
const isFlightWhole = (said: Buffer): boolean => said.subarray(-4).equals(Buffer.from([14, 0, 0, 0]));
