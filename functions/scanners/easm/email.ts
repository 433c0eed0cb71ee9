import { getDomain } from "tldts";
import { NetError } from "../../net/net.ts";
import type { ScanTools } from "../scanner.ts";
import { detection, scanner } from "../scanner.ts";
import { dataOf, settled, settledOrNull } from "./dns/answers.ts";
import { bimiFault } from "./email/bimi.ts";
import { dkimFaults } from "./email/dkim.ts";
import { judgeDmarc } from "./email/dmarc.ts";
import { discoverDmarc } from "./email/dmarc-discovery.ts";
import { mtaStsState } from "./email/mta-sts.ts";
import { emailRules } from "./email/rules.ts";
import { judgeSpf, type MailFault, shown } from "./email/spf.ts";
import { isSpf } from "./email/spf-record.ts";
import { hasTlsRpt } from "./email/tls-rpt.ts";

const SELECTOR_LENGTH = 16;

export const email = scanner({
  key: "easm.email",
  module: "easm",
  stage: "resolve",
  type: "native",
  title: "Mail authentication and transport: SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI",
  consumes: ["domain"],
  rules: emailRules,
  targetsPerBatch: 50,
  concurrency: 10,
  secondsPerTarget: 90,
  async *scan({ kind, value: domain }, tools) {
    const mx = await settled(tools.net.dns, domain, "MX");
    if (mx.rcode === "NXDOMAIN") throw new NetError("name_not_found", `${domain} does not exist in DNS`);
    const mailHosts = dataOf(mx, "MX").map(mailHostOf);
    // RFC 7505: one MX with an empty name says that the domain takes no mail.
    const receives = mailHosts.some((host) => host !== "");
    for (const fault of await mailFaults(domain, mailHosts, receives, tools)) {
      yield detection({ ...fault, asset: { kind, value: domain }, matched_at: placeOf(fault, domain) });
    }
  },
});

async function mailFaults(
  domain: string,
  mailHosts: readonly string[],
  receives: boolean,
  tools: ScanTools,
): Promise<readonly MailFault[]> {
  const { net, known, token } = tools;
  const seeds = new Set(known("domain").map(({ value }) => value));
  const [spf, dmarc, transport, dkim, bimi] = await Promise.all([
    spfFaults(domain, mailHosts, receives, tools),
    discoverDmarc(domain, net.dns),
    receives ? transportFaults(domain, mailHosts, tools) : [],
    dkimFaults(domain, token(SELECTOR_LENGTH), net.dns),
    bimiFault(domain, net.dns),
  ]);
  const policy = judgeDmarc(domain, dmarc, (name) => seeds.has(name));
  return [...spf, ...dkim, ...policy, ...transport, ...(bimi === null ? [] : [bimi])];
}

async function spfFaults(
  domain: string,
  mailHosts: readonly string[],
  receives: boolean,
  { net }: ScanTools,
): Promise<readonly MailFault[]> {
  const records = dataOf(await settled(net.dns, domain, "TXT"), "TXT").filter(isSpf);
  if (records.length > 0) return judgeSpf(domain, records, (name, type) => settledOrNull(net.dns, name, type));
  // Nobody sends as a subdomain without mail of its own, and DMARC's `sp` is made for it.
  if (!receives && (getDomain(domain) ?? domain) !== domain) return [];
  const isNull = mailHosts.length > 0 && !receives;
  const reason = isNull ? "a null MX says that the domain takes no mail" : "the domain has no MX record";
  const severity = receives ? {} : { severity: { value: "low", reason } as const };
  return [
    { rule: "spf_missing", ...severity, evidence: { mail_hosts: mailHosts.slice(0, 20).map((host) => host || ".") } },
  ];
}

async function transportFaults(
  domain: string,
  mailHosts: readonly string[],
  { net }: ScanTools,
): Promise<readonly MailFault[]> {
  const hosts = mailHosts.filter((host) => host !== "");
  const [sts, reports] = await Promise.all([
    mtaStsState(domain, hosts, net),
    settledOrNull(net.dns, `_smtp._tls.${domain}`, "TXT"),
  ]);
  const faults: MailFault[] = [];
  if (sts.is === "missing") faults.push({ rule: "mta_sts_missing", evidence: { mode: sts.mode } });
  if (sts.is === "invalid") faults.push({ rule: "mta_sts_invalid", evidence: { reasons: sts.reasons.slice(0, 20) } });
  if (reports !== null && !hasTlsRpt(dataOf(reports, "TXT"))) {
    faults.push({ rule: "tls_rpt_missing", evidence: { records: dataOf(reports, "TXT").slice(0, 5).map(shown) } });
  }
  return faults;
}

/** Host of an MX record's data, `10 mail.example.com`; empty for the root, which a null MX names. */
const mailHostOf = (data: string): string => data.replace(/^\d+\s*/, "").replace(/\.$/, "");

/** DNS name where a fault stands. */
function placeOf({ rule, parameter }: MailFault, domain: string): string {
  if (rule.startsWith("dkim_")) return `${parameter}._domainkey.${domain}`;
  if (rule.startsWith("bimi_")) return `default._bimi.${domain}`;
  if (rule.startsWith("dmarc_")) return `_dmarc.${domain}`;
  if (rule.startsWith("mta_sts_")) return `_mta-sts.${domain}`;
  return rule.startsWith("tls_rpt_") ? `_smtp._tls.${domain}` : domain;
}
