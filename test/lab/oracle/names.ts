import type { RecordType } from "dns-packet";
import { ask, askTcp, dataOf, rcodeOf } from "../raw/dns.ts";
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
