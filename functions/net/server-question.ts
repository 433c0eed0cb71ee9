import type { DecodedPacket } from "dns-packet";
import { dnsName } from "./dns.ts";
import { answerOf, dnsQuestion } from "./dns-message.ts";
import { askTcp, askUdp } from "./dns-transport.ts";
import type { Guard } from "./guard.ts";
import type { Lifetime } from "./lifetime.ts";
import { type Dns, NetError, type ServerAnswer } from "./net.ts";
import { type AddressGate, REQUEST_WEIGHT } from "./rate.ts";

/** Packets are lost; a server that is silent twice does not answer. */
const TRIES = 2;
const TRY_TIMEOUT_MS = 2_000;

export interface ServerQuestionOptions {
  readonly lifetime: Lifetime;
  readonly guard: Guard;
  readonly gate: AddressGate;
  /** Port of the servers. */
  readonly port: number;
  readonly tryTimeoutMs?: number;
}

/**
 * Questions to servers other than the resolver. What a server is the authority for may be asked of servers that others
 * keep, as zones mostly are; to find answers elsewhere, only servers in scope are asked. A server is asked each question
 * once, its silence included, since many names lead to one address.
 */
export function createServerQuestions({
  lifetime,
  guard,
  gate,
  port,
  tryTimeoutMs = TRY_TIMEOUT_MS,
}: ServerQuestionOptions): Dns["ask"] {
  const known = new Map<string, Promise<ServerAnswer>>();
  lifetime.onEnd(() => known.clear());

  const askTwice = async (name: string, type: Parameters<Dns["query"]>[1], recursion: boolean, address: string) => {
    const what = `${type} ${name}`;
    const server = { address, port };
    for (let attempt = 1; ; attempt += 1) {
      // Servers from before EDNS may refuse it or drop it.
      const isPlain = attempt === TRIES;
      const { packet, read } = dnsQuestion(name, type, { recursion, edns: !isPlain, dnssec: !isPlain });
      const sending = { lifetime, server, what, packet, timeoutMs: tryTimeoutMs };
      try {
        const overUdp = await askUdp<DecodedPacket>(sending, read);
        const message = overUdp.flag_tc ? await askTcp<DecodedPacket>(sending, read) : overUdp;
        const answer = { ...answerOf(message), authoritative: message.flag_aa, recursionAvailable: message.flag_ra };
        if (isPlain || (answer.rcode !== "FORMERR" && answer.rcode !== "NOTIMP")) return answer;
      } catch (error) {
        if (isPlain || (error instanceof NetError && error.code === "aborted")) throw error;
      }
    }
  };

  return async ({ name, type, server, ip, recursion = false }) => {
    lifetime.assertOpen(`DNS ${type} ${name}`);
    const asked = dnsName(name);
    if (!recursion) guard.assertScope(asked);
    const address = recursion
      ? await guard.addressOf({ host: server, ...(ip === undefined ? {} : { ip }) })
      : await guard.addressOfServer(server, ip);
    const key = `${recursion} ${type} ${asked} ${address}`;
    const earlier = known.get(key);
    if (earlier) return earlier;
    const work = () => askTwice(asked, type, recursion, address);
    const asking = gate.run(address, REQUEST_WEIGHT, `DNS ${type} ${asked} at ${server}`, work);
    known.set(key, asking);
    return asking;
  };
}
