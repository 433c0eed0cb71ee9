import { createHash } from "node:crypto";
import type { RecordType } from "dns-packet";
import { ask, askTcp, askUdp, dataOf, rcodeOf } from "../raw/dns.ts";
import { send } from "../raw/http.ts";
import { type Claim, nameServer, type Oracle } from "./oracle.ts";

const lookUp = (claim: Claim, name: string, type: RecordType) => ask(nameServer(claim.lab, 0), name, type);

const texts = async (claim: Claim, name: string, start: string): Promise<string[]> =>
  dataOf(await lookUp(claim, name, "TXT"), "TXT").filter(
    (text) => text === start || text.startsWith(`${start} `) || text.startsWith(`${start};`),
  );

const spf = (claim: Claim) => texts(claim, claim.host, "v=spf1");
const dmarc = (claim: Claim) => texts(claim, `_dmarc.${claim.host}`, "v=DMARC1");
const mtaSts = (claim: Claim) => texts(claim, `_mta-sts.${claim.host}`, "v=STSv1");

const takesMail = async (claim: Claim): Promise<boolean> =>
  dataOf(await lookUp(claim, claim.host, "MX"), "MX").some((mx) => !mx.includes('"exchange":"."'));

/** The policy that the lab's own host serves, asked for by its name. */
async function policyOf(claim: Claim): Promise<string> {
  const name = `mta-sts.${claim.host}`;
  const [address] = dataOf(await lookUp(claim, name, "A"), "A");
  const host = claim.lab.hosts.find((candidate) => candidate.name === name);
  if (address === undefined || host === undefined) return "";
  return (await send("https", { address, port: 443 }, name, "/.well-known/mta-sts.txt")).body.toString();
}

const transferred = async (claim: Claim, index: 0 | 1): Promise<boolean> => {
  const answer = await askTcp(nameServer(claim.lab, index), claim.host, "AXFR");
  const soa = (answer.answers ?? []).filter((record) => record.type === "SOA").length;
  return rcodeOf(answer) === "NOERROR" && soa === 2 && (answer.answers ?? []).length > 2;
};

const wireName = (name: string): Buffer =>
  Buffer.from(
    `${name
      .split(".")
      .map((label) => String.fromCharCode(label.length) + label)
      .join("")}\0`,
  );

/** True when the DS record is the digest of a key, and a signature of the zone's top still counts. */
async function isValid(claim: Claim): Promise<boolean> {
  const answers = async (type: RecordType) => (await lookUp(claim, claim.host, type)).answers ?? [];
  const [ds] = (await answers("DS")).flatMap((record) => (record.type === "DS" ? [record.data] : []));
  const keys = (await answers("DNSKEY")).flatMap((record) => (record.type === "DNSKEY" ? [record.data] : []));
  const digests = keys.map(({ flags, algorithm, key }) =>
    createHash("sha256")
      .update(wireName(claim.host))
      .update(Buffer.from([flags >> 8, flags & 255, 3, algorithm]))
      .update(key)
      .digest("hex"),
  );
  const ends = (await answers("RRSIG")).flatMap((record) => (record.type === "RRSIG" ? [record.data.expiration] : []));
  return digests.includes(ds?.digest.toString("hex") ?? "") && ends.some((end) => end * 1000 > Date.now());
}

const isSigned = async (claim: Claim): Promise<boolean> =>
  dataOf(await lookUp(claim, claim.host, "DS"), "DS").length > 0;

/** Name servers of the zone that have no address, by whether the domain they are named in exists. */
async function missingServers(claim: Claim, domainExists: boolean): Promise<boolean> {
  for (const server of dataOf(await lookUp(claim, claim.host, "NS"), "NS")) {
    if (dataOf(await lookUp(claim, server, "A"), "A").length > 0) continue;
    const domain = server.split(".").slice(-2).join(".");
    const exists = rcodeOf(await lookUp(claim, domain, "SOA")) === "NOERROR";
    if (exists === domainExists && (claim.parameter ?? server) === server) return true;
  }
  return false;
}

const selectors = ["default", "mail", "google", "selector1", "selector2", "s1", "s2", "k1"];

/** Key records at the usual selectors, without what a wildcard says of every selector. */
async function dkim(claim: Claim): Promise<string[]> {
  const at = async (selector: string) =>
    dataOf(await lookUp(claim, `${selector}._domainkey.${claim.host}`, "TXT"), "TXT");
  const wildcard = await at("nobody-made-this");
  const asked = claim.parameter === null ? selectors : [claim.parameter];
  const texts = (await Promise.all(asked.map(at))).flat();
  return texts.filter((text) => /(^| )[pk]=/.test(text) && !wildcard.includes(text));
}

/** Bytes of the key of a record, which for RSA tell its size. */
const keyBytes = (record: string): number => Buffer.from(/p=(.*)$/.exec(record)?.[1] ?? "", "base64").length;
const isRsa = (record: string): boolean => !record.includes("k=ed25519");

export const nameOracles: Readonly<Record<string, Oracle>> = {
  "easm.subdomains.wildcard_dns": async (claim) =>
    dataOf(await lookUp(claim, `nobody-made-this.${claim.host}`, "A"), "A").length > 0,
  "easm.dns.zone_transfer": async (claim) => (await transferred(claim, 0)) || (await transferred(claim, 1)),
  "easm.dns.dangling_cname": async (claim) => {
    const answer = await lookUp(claim, claim.host, "A");
    return dataOf(answer, "CNAME").length > 0 && rcodeOf(answer) === "NXDOMAIN";
  },
  "easm.dns.internal_address": async (claim) =>
    dataOf(await lookUp(claim, claim.host, "A"), "A").some((address) => !address.startsWith("127.")),
  "easm.dns.single_name_server": async (claim) => dataOf(await lookUp(claim, claim.host, "NS"), "NS").length < 2,
  "easm.dns.caa_missing": async (claim) => dataOf(await lookUp(claim, claim.host, "CAA"), "CAA").length === 0,
  "easm.dns.dnssec_missing": async (claim) => !(await isSigned(claim)),
  "easm.dns.dnssec_broken": async (claim) => (await isSigned(claim)) && !(await isValid(claim)),
  "easm.dns.lame_delegation": (claim) => missingServers(claim, true),
  "easm.dns.name_server_takeover": (claim) => missingServers(claim, false),
  "easm.dns.open_resolver": async (claim) => {
    const [address = ""] = dataOf(await lookUp(claim, claim.host, "A"), "A");
    const server = { address, port: claim.lab.authoritativePort };
    const foreign = dataOf(await askUdp(server, "example.com", "A"), "A");
    const nobody = await askUdp(server, "nobody-made-this.invalid", "A");
    return foreign.length > 0 && rcodeOf(nobody) === "NXDOMAIN";
  },
  // A SubjectPublicKeyInfo of 2048 bits has 294 bytes, one of 1024 has 162, of 512 has 94; what is shorter is none.
  "easm.email.dkim_weak_key": async (claim) =>
    (await dkim(claim)).some((record) => isRsa(record) && keyBytes(record) >= 94 && keyBytes(record) < 294),
  "easm.email.dkim_invalid": async (claim) =>
    (await dkim(claim)).some((record) => isRsa(record) && keyBytes(record) > 0 && keyBytes(record) < 94),
  "easm.email.dkim_revoked": async (claim) => (await dkim(claim)).some((record) => keyBytes(record) === 0),
  "easm.email.dkim_test_mode": async (claim) => (await dkim(claim)).some((record) => /t=[^;]*\by\b/.test(record)),
  "easm.email.bimi_invalid": async (claim) =>
    (await texts(claim, `default._bimi.${claim.host}`, "v=BIMI1")).some((record) => !/l=(https:|;)/.test(record)),
  "easm.email.spf_missing": async (claim) => (await spf(claim)).length === 0,
  "easm.email.spf_multiple": async (claim) => (await spf(claim)).length > 1,
  "easm.email.spf_permissive": async (claim) => (await spf(claim)).some((record) => /[ ][+?]?all$/.test(record)),
  "easm.email.spf_too_many_lookups": async (claim) =>
    (await spf(claim)).some(
      (record) => (record.match(/\b(include:|a\b|mx\b|ptr\b|exists:|redirect=)/g) ?? []).length > 10,
    ),
  "easm.email.dmarc_missing": async (claim) => (await dmarc(claim)).length === 0,
  "easm.email.dmarc_policy_none": async (claim) => (await dmarc(claim)).some((record) => /;\s*p=none/.test(record)),
  "easm.email.dmarc_invalid": async (claim) =>
    (await dmarc(claim)).some((record) => !/;\s*p=(none|quarantine|reject)(;|$)/.test(record)),
  "easm.email.mta_sts_missing": async (claim) => (await takesMail(claim)) && (await mtaSts(claim)).length === 0,
  "easm.email.mta_sts_invalid": async (claim) => {
    const records = await mtaSts(claim);
    if (records.length === 0) return false;
    return records.some((record) => !/;\s*id=\w+/.test(record)) || !/^mode: enforce\r?$/m.test(await policyOf(claim));
  },
  "easm.email.tls_rpt_missing": async (claim) =>
    (await takesMail(claim)) && (await texts(claim, `_smtp._tls.${claim.host}`, "v=TLSRPTv1")).length === 0,
};
