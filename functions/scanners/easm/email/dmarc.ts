import type { DmarcDiscovery, DmarcPlace } from "./dmarc-discovery.ts";
import { effectivePolicy, isDmarc } from "./dmarc-record.ts";
import { type MailFault, shown } from "./spf.ts";

/**
 * Judges what a tree walk found for a domain. A domain without a record of its own is covered by its organizational
 * domain's; what is wrong with that record is told of the organizational domain alone where that is scanned too.
 */
export function judgeDmarc(
  domain: string,
  { own, place }: DmarcDiscovery,
  isScanned: (domain: string) => boolean,
): readonly MailFault[] {
  const records = own.filter(isDmarc);
  if (own.length > 0 && records.length !== 1) {
    const reason = records.length === 0 ? "the record does not start with v=DMARC1;" : "more than one record";
    return [{ rule: "dmarc_invalid", evidence: { records: own.slice(0, 5).map(shown), errors: [reason] } }];
  }
  if (place === null) return [{ rule: "dmarc_missing", evidence: { asked: `_dmarc.${domain}` } }];
  const isInherited = place.domain !== domain;
  if (isInherited && isScanned(place.domain)) return [];
  return judgeRecord(domain, place);
}

function judgeRecord(domain: string, { domain: at, text, record }: DmarcPlace): readonly MailFault[] {
  const evidence = {
    record: shown(text),
    found_at: `_dmarc.${at}`,
    ...(record.removedTags.length > 0
      ? { ignored_tags: record.removedTags, note: "RFC 9989 removed these tags; receivers ignore them" }
      : {}),
  };
  if (record.errors.length > 0) {
    return [{ rule: "dmarc_invalid", evidence: { ...evidence, errors: record.errors.slice(0, 10) } }];
  }
  const policy = effectivePolicy(record, at !== domain);
  if (policy === "none") {
    const why = record.isTest
      ? "t=y weakens the policy to none"
      : record.p === null
        ? "p is missing"
        : "p or sp is none";
    return [{ rule: "dmarc_policy_none", evidence: { ...evidence, why } }];
  }
  // A subdomain is forged as easily as the domain, so a policy that spares subdomains is none for the attacker.
  return record.sp === "none" && at === domain
    ? [
        {
          rule: "dmarc_policy_none",
          parameter: "sp",
          evidence: { ...evidence, why: "sp is none: subdomains are not protected" },
        },
      ]
    : [];
}
