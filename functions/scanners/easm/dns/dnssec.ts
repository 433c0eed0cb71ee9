import { createHash } from "node:crypto";
import type { DnsAnswer, DnsRecord, Net } from "../../../net/net.ts";
import { settledOrNull, unlessFailed } from "./answers.ts";

/** How a zone's DNSSEC stands. `unknown`: it is no zone, or nobody answered in a way that shows it. */
export type DnssecState =
  | { readonly is: "unknown" | "sound" }
  | { readonly is: "missing"; readonly parent: string }
  | {
      readonly is: "broken";
      readonly reason: string;
      readonly keyTags: readonly number[];
      readonly servers: readonly string[];
    };

/** Name servers asked for one zone. */
const NAME_SERVERS_MAX = 4;
/** Seconds by which clocks may differ. */
const CLOCK_SKEW_S = 3_600;
/** Digest types of DS records (IANA): the hash that each stands for. */
const DIGESTS: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };
/** The flag of a key that may sign the zone, and that of one that is withdrawn (RFC 4034 2.1.1, RFC 5011 3). */
const ZONE_KEY = 0x100;
const REVOKED = 0x80;

/**
 * Compares what the zone above says (DS) with the keys and signatures that the zone's own servers give out, asked one by
 * one, so that a resolver that knows no DNSSEC or hides what is broken does not blur it. It is broken when it is so at
 * every server that answers (RFC 4035 section 5). Signatures are not computed, only their dates are read.
 */
export async function dnssecState(
  zone: string,
  nameServers: readonly string[],
  net: Net,
  now: Date,
): Promise<DnssecState> {
  const delegation = await settledOrNull(net.dns, zone, "DS", { dnssec: true });
  if (delegation === null || nameServers.length === 0) return { is: "unknown" };
  const signers = delegation.answers.filter(({ type, name }) => type === "DS" && name === zone).map(readDs);
  if (signers.length === 0) {
    const parent = delegation.rcode === "NOERROR" ? parentOfDenial(zone, delegation) : null;
    return parent === null ? { is: "unknown" } : { is: "missing", parent };
  }
  const views = await viewsOf(zone, nameServers, net);
  const faults = views.map(({ server, answers }) => ({ server, reason: faultOf(zone, signers, answers, now) }));
  const [first] = faults;
  if (first === undefined) return { is: "unknown" };
  if (first.reason === null || faults.some(({ reason }) => reason === null)) return { is: "sound" };
  const keyTags = [...new Set(signers.map(({ keyTag }) => keyTag))].sort((a, b) => a - b);
  return { is: "broken", reason: first.reason, keyTags, servers: faults.map(({ server }) => server) };
}

/**
 * The zone above that denies a DS record. A resolver from before DNSSEC asks the zone itself, whose denial says nothing
 * (RFC 4035 section 3.1.4.1); it shows by the SOA record.
 */
function parentOfDenial(zone: string, { authority }: DnsAnswer): string | null {
  const owner = authority.find(({ type }) => type === "SOA")?.name;
  return owner !== undefined && (owner === "." || zone.endsWith(`.${owner}`)) ? owner : null;
}

interface View {
  readonly server: string;
  readonly answers: readonly DnsRecord[];
}

/** Keys and signed SOA as each server gives them, or as the resolver does where no server could be asked. */
async function viewsOf(zone: string, nameServers: readonly string[], net: Net): Promise<readonly View[]> {
  const asked = await Promise.all(
    nameServers.slice(0, NAME_SERVERS_MAX).map(async (server) => {
      const [keys, soa] = await Promise.all([
        unlessFailed(net.dns.ask({ name: zone, type: "DNSKEY", server })),
        unlessFailed(net.dns.ask({ name: zone, type: "SOA", server })),
      ]);
      if (!keys?.authoritative || keys.rcode !== "NOERROR") return [];
      return [{ server, answers: [...keys.answers, ...(soa?.authoritative ? soa.answers : [])] }];
    }),
  );
  const views = asked.flat();
  if (views.length > 0) return views;
  const keys = await settledOrNull(net.dns, zone, "DNSKEY", { dnssec: true });
  // Without a key in it, the answer may be that of a resolver that does not know the type.
  return keys?.answers.some(({ type }) => type === "DNSKEY") ? [{ server: "resolver", answers: keys.answers }] : [];
}

/** Why resolvers that check signatures refuse a view of the zone, null when nothing speaks against it. */
function faultOf(zone: string, signers: readonly Ds[], records: readonly DnsRecord[], now: Date): string | null {
  const keys = records.filter(({ type, name }) => type === "DNSKEY" && name === zone).map(readKey);
  if (keys.length === 0) return "the zone has no DNSKEY record";
  // Resolvers treat a zone as unsigned when they know none of the digests (RFC 4035 5.2).
  const known = signers.filter(({ digestType }) => DIGESTS[digestType] !== undefined);
  if (known.length === 0) return null;
  const matching = keys.filter((key) => known.some((ds) => matches(zone, ds, key)));
  if (matching.length === 0) return "no DNSKEY record of the zone matches a DS record";
  for (const covered of ["DNSKEY", "SOA"]) {
    const signatures = records.filter(({ type, name }) => type === "RRSIG" && name === zone).map(readSignature);
    const over = signatures.filter(({ typeCovered }) => typeCovered === covered);
    if (over.length > 0 && over.every(({ expiration }) => hasExpired(expiration, now))) {
      return `every signature of the ${covered} records has expired`;
    }
  }
  return null;
}

/** Serial number arithmetic over 32 bits, seconds since 1970 (RFC 4034 section 3.1.5). */
const hasExpired = (expiration: number, now: Date): boolean =>
  ((expiration - (Math.floor(now.getTime() / 1000) - CLOCK_SKEW_S)) | 0) < 0;

interface Ds {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: string;
}

interface Key {
  readonly flags: number;
  readonly algorithm: number;
  /** RDATA of the record. */
  readonly data: Buffer;
}

function readDs({ data }: DnsRecord): Ds {
  const [keyTag, algorithm, digestType, digest = ""] = data.split(" ");
  return {
    keyTag: Number(keyTag),
    algorithm: Number(algorithm),
    digestType: Number(digestType),
    digest: digest.toLowerCase(),
  };
}

function readKey({ data }: DnsRecord): Key {
  const [flagsText, protocol, algorithmText, key = ""] = data.split(" ");
  const [flags, algorithm] = [Number(flagsText), Number(algorithmText)];
  const head = Buffer.from([flags >> 8, flags & 0xff, Number(protocol), algorithm]);
  return { flags, algorithm, data: Buffer.concat([head, Buffer.from(key, "base64")]) };
}

function readSignature({ data }: DnsRecord) {
  const [typeCovered = "", , , , expiration] = data.split(" ");
  return { typeCovered, expiration: Number(expiration) };
}

/** RFC 4034 section 5.1.4: the digest is over the owner's name in wire form and the key's data. */
function matches(zone: string, ds: Ds, key: Key): boolean {
  const hash = DIGESTS[ds.digestType];
  if (hash === undefined || ds.algorithm !== key.algorithm || ds.keyTag !== keyTagOf(key.data)) return false;
  if ((key.flags & ZONE_KEY) === 0 || (key.flags & REVOKED) !== 0) return false;
  return createHash(hash).update(wireName(zone)).update(key.data).digest("hex") === ds.digest;
}

/** RFC 4034 appendix B. */
function keyTagOf(data: Buffer): number {
  let sum = 0;
  for (const [index, byte] of data.entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

const wireName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);
