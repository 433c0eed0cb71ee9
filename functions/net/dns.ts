import { isIP, isIPv4 } from "node:net";
import type { DecodedPacket } from "dns-packet";
import { asciiName, canonicalAddress } from "./address.ts";
import { answerOf, dnsQuestion } from "./dns-message.ts";
import { askTcp, askUdp, type DnsServer } from "./dns-transport.ts";
import { asNetError } from "./failure.ts";
import type { Lifetime } from "./lifetime.ts";
import { type Dns, type DnsAnswer, type DnsType, NetError } from "./net.ts";
import type { Gate } from "./rate.ts";

/** Tries per question, over the servers in turn (resolv.conf's default is two per server). */
const TRIES = 3;
const TRY_TIMEOUT_MS = 2_000;
/** Aliases followed when the resolver does not do it (BIND's limit is 16). */
const ALIASES_MAX = 16;
/** Answers kept; beyond it the oldest is forgotten, and asked again if need be. */
const MEMORY_MAX = 50_000;

export interface ResolverOptions {
  readonly servers: readonly DnsServer[];
  readonly lifetime: Lifetime;
  /** Bounds the questions under way; they load the resolver, not the customer. */
  readonly gate: Gate;
  readonly tryTimeoutMs?: number;
}

export type Resolver = Pick<Dns, "query" | "addresses">;

/** A stub resolver (RFC 1034 5.3.1) that asks each question once in its lifetime. Failures are asked again. */
export function createResolver({ servers, lifetime, gate, tryTimeoutMs = TRY_TIMEOUT_MS }: ResolverOptions): Resolver {
  const known = new Map<string, Promise<DnsAnswer>>();

  const query: Dns["query"] = async (name, type, { dnssec = false } = {}) => {
    const what = `${type} ${name}`;
    lifetime.assertOpen(`DNS ${what}`);
    const asked = dnsName(name);
    const key = `${type} ${asked}${dnssec ? " signed" : ""}`;
    const earlier = known.get(key);
    if (earlier) return earlier;
    const asking = gate.run(1, `DNS ${what}`, () => ask(asked, type, what, dnssec));
    known.set(key, asking);
    if (known.size > MEMORY_MAX) known.delete(known.keys().next().value ?? key);
    asking.catch(() => known.delete(key));
    return asking;
  };

  const ask = async (name: string, type: DnsType, what: string, dnssec: boolean): Promise<DnsAnswer> => {
    let edns = true;
    let last: DnsAnswer | undefined;
    let failure: NetError | undefined;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const server = servers[attempt % servers.length];
      if (!server) throw new NetError("dns_failure", `DNS ${what}: no resolver is configured`);
      try {
        const answer = answerOf(await askOne(server, name, type, what, { edns, dnssec: edns && dnssec }));
        if (answer.rcode === "NOERROR" || answer.rcode === "NXDOMAIN") return answer;
        last = answer;
        if (answer.rcode === "FORMERR" || answer.rcode === "NOTIMP") edns = false;
        else if (servers.length === 1) return answer;
      } catch (error) {
        failure = asNetError(error, `DNS ${what}`);
        if (failure.code === "aborted") throw failure;
      }
    }
    if (last) return last;
    if (failure?.code === "timeout") throw failure;
    throw new NetError("dns_failure", failure?.message ?? `DNS ${what}: no answer`, { cause: failure });
  };

  const askOne = async (
    server: DnsServer,
    name: string,
    type: DnsType,
    what: string,
    options: { readonly edns: boolean; readonly dnssec: boolean },
  ) => {
    const { packet, read } = dnsQuestion(name, type, { recursion: true, ...options });
    const sending = { lifetime, server, what, packet, timeoutMs: tryTimeoutMs };
    const overUdp = await askUdp<DecodedPacket>(sending, read);
    return overUdp.flag_tc ? askTcp<DecodedPacket>(sending, read) : overUdp;
  };

  const addresses = async (name: string): Promise<readonly string[]> => {
    if (isIP(name) !== 0) {
      const address = canonicalAddress(name);
      return address === null ? [] : [address];
    }
    const outcomes = await Promise.allSettled([resolve(name, "A"), resolve(name, "AAAA")]);
    const found = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    // Broken AAAA answers are common; they matter only when nothing else is known of the name.
    if (found.length === 0 && failed) throw asNetError(failed.reason, `DNS ${name}`);
    return [...new Set(found)].sort(byFamilyThenText);
  };

  const resolve = async (name: string, type: "A" | "AAAA"): Promise<readonly string[]> => {
    let owner = dnsName(name);
    for (let aliases = 0; aliases <= ALIASES_MAX; aliases += 1) {
      const { rcode, answers } = await query(owner, type);
      const end = followAliases(owner, answers);
      const found = answers.filter((record) => record.type === type && record.name === end).map(({ data }) => data);
      if (found.length > 0 || rcode === "NXDOMAIN" || (rcode === "NOERROR" && end === owner)) return found;
      if (rcode !== "NOERROR") throw new NetError("dns_failure", `DNS ${type} ${name}: the resolver answered ${rcode}`);
      owner = end;
    }
    throw new NetError("dns_failure", `DNS ${type} ${name}: more than ${ALIASES_MAX} aliases`);
  };

  lifetime.onEnd(() => known.clear());
  return { query, addresses };
}

/** The name in lower case ASCII. Throws NetError `dns_failure` when no such name can be asked for (RFC 1035 2.3.4). */
export function dnsName(name: string): string {
  const lower = asciiName(name);
  const isValid =
    lower === "." || (lower.length <= 253 && lower.split(".").every((label) => /^[\x21-\x7e]{1,63}$/.test(label)));
  if (!isValid || lower === "") throw new NetError("dns_failure", `${JSON.stringify(name)} is not a DNS name`);
  return lower;
}

/** The name at the end of the aliases within one answer. A loop ends where it began. */
function followAliases(name: string, answers: DnsAnswer["answers"]): string {
  const aliases = new Map(answers.flatMap((r) => (r.type === "CNAME" ? [[r.name, r.data] as const] : [])));
  const seen = new Set<string>();
  let end = name;
  while (!seen.has(end)) {
    seen.add(end);
    end = aliases.get(end) ?? end;
  }
  return end;
}

const byFamilyThenText = (a: string, b: string): number =>
  Number(isIPv4(b)) - Number(isIPv4(a)) || (a < b ? -1 : Number(a > b));
