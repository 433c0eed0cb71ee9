import type { Dns } from "../../../net/net.ts";
import { dataOf, settledOrNull } from "../dns/answers.ts";
import { isDkim, parseDkim } from "./dkim-record.ts";
import { type MailFault, shown } from "./spf.ts";

/** Selectors that mail servers and services set up by default, by their own documentation, and that people choose. */
const SELECTORS = [
  "default",
  "dkim",
  "dkim1",
  "dkim2",
  "mail",
  "email",
  "smtp",
  "mx",
  "key1",
  "key2",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "selector1",
  "selector2",
  "google",
  "mandrill",
  "mxvault",
  "everlytickey1",
  "fm1",
  "fm2",
  "fm3",
  "pm",
  "protonmail",
  "sig1",
  "zoho",
  "zmail",
] as const;

/** RSA keys below it can be factored with modest means; receivers must not accept them (RFC 8301 section 3.2). */
const RSA_BITS_ACCEPTED = 1024;
/** What signers should use at least (RFC 8301 section 3.2). */
const RSA_BITS_SOUND = 2048;

/**
 * Judges the DKIM keys at the usual selectors; no list of a domain's selectors exists. `noSelector` is one that nobody
 * made: what it answers is a wildcard's, which is no key of anybody wherever else it stands. Unanswered selectors are
 * left out.
 */
export async function dkimFaults(domain: string, noSelector: string, dns: Dns): Promise<readonly MailFault[]> {
  const textsOf = async (selector: string) => {
    const answer = await settledOrNull(dns, `${selector}._domainkey.${domain}`, "TXT");
    return answer === null ? null : dataOf(answer, "TXT");
  };
  const [wildcard, ...found] = await Promise.all([noSelector, ...SELECTORS].map(textsOf));
  if (!wildcard) return [];
  return SELECTORS.flatMap((selector, index) => {
    const records = (found[index] ?? []).filter((text) => isDkim(text) && !wildcard.includes(text));
    const fault = judgeKey(records);
    return fault === null ? [] : [{ ...fault, parameter: selector }];
  });
}

/** What is wrong with the key records at one selector; null when nothing is, or there are none. */
function judgeKey(records: readonly string[]): MailFault | null {
  const [text, ...others] = records;
  if (text === undefined) return null;
  if (others.length > 0) {
    const evidence = { records: records.slice(0, 5).map(shown), errors: ["more than one record"] };
    return { rule: "dkim_invalid", evidence };
  }
  const { keyType, rsaBits, isRevoked, isTest, errors } = parseDkim(text);
  if (errors.length > 0)
    return { rule: "dkim_invalid", evidence: { record: shown(text), errors: errors.slice(0, 10) } };
  if (isRevoked) return { rule: "dkim_revoked", evidence: { record: shown(text) } };
  const evidence = { record: shown(text), key_type: keyType, bits: rsaBits };
  if (rsaBits !== null && rsaBits < RSA_BITS_SOUND) {
    if (rsaBits >= RSA_BITS_ACCEPTED) return { rule: "dkim_weak_key", evidence };
    const severity = { value: "high", reason: `a key of ${rsaBits} bits can be broken with modest means` } as const;
    return { rule: "dkim_weak_key", severity, evidence };
  }
  return isTest ? { rule: "dkim_test_mode", evidence } : null;
}
