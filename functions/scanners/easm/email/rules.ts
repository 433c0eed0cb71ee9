import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";
import { dkimRules } from "./dkim-rules.ts";

const mail = ruleOf({ category: "email", finding_class: "issue" });

const SPF = "https://www.rfc-editor.org/rfc/rfc7208";
const DMARC = "https://www.rfc-editor.org/rfc/rfc9989";
const MTA_STS = "https://www.rfc-editor.org/rfc/rfc8461";
const CWE_290 = "https://cwe.mitre.org/data/definitions/290.html";
const CWE_319 = "https://cwe.mitre.org/data/definitions/319.html";

const spfRules = {
  spf_missing: mail({
    title: "No SPF record",
    description:
      "The domain does not say which servers may send mail in its name, so receivers cannot tell yours from others.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 5.3,
    risk: "Mail that claims to come from the domain is accepted from any server, which makes fraud and phishing in its name easy.",
    remediation: "Publish one SPF record with the domain's senders, ending in -all.",
    steps: [
      "List everything that sends mail with the domain: mail servers, newsletter, ticket and billing services.",
      "Publish one TXT record such as `v=spf1 include:provider.example -all`; `v=spf1 -all` when the domain sends nothing.",
      "Start with ~all if you are not sure of the list and read the DMARC reports for senders that you forgot.",
      "Change to -all when the reports are clean, then rescan.",
    ],
    references: [SPF, CWE_290],
  }),
  spf_multiple: mail({
    title: "More than one SPF record",
    description: "The domain has several TXT records that start with v=spf1. Receivers then use none of them.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 5.3,
    risk: "The domain is as unprotected as one without SPF, while its owner believes otherwise; honest mail may be refused as well.",
    remediation: "Merge the SPF records into one.",
    steps: [
      "Collect the mechanisms of all the records.",
      "Write them into a single record with one `all` at its end and at most ten look-ups.",
      "Delete the other records in the same change.",
      "Rescan and see that one record is left.",
    ],
    references: [`${SPF}#section-4.5`, CWE_290],
  }),
  spf_permissive: mail({
    title: "SPF record lets others pass",
    description:
      "The SPF record does not keep strangers out: it ends neutrally, or some term of it matches every sender on the internet.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 5.3,
    risk: "Forged mail in the domain's name passes SPF, or at least does not fail it, and is more likely to be delivered.",
    remediation: "End the record in -all and name only networks that are yours or your providers'.",
    steps: [
      "Find the term that the evidence names, in your record or in the one that is included.",
      "List the servers that really send for the domain.",
      "Replace +all, ?all, a missing all or an oversized network by these servers and -all (~all while you are testing).",
      "Watch the DMARC reports for senders that you forgot, then rescan.",
    ],
    references: [`${SPF}#section-5.1`, CWE_290],
  }),
  spf_too_many_lookups: mail({
    title: "SPF record needs too many look-ups",
    description:
      "Checking the SPF record takes more than ten DNS look-ups, or more than two that find nothing, or never ends. Receivers give up with an error.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 4.3,
    risk: "The check ends in an error instead of a verdict: forged mail is not recognised, and honest mail may be refused.",
    remediation: "Reduce the look-ups to ten, includes of includes counted.",
    steps: [
      "Delete includes of services that no longer send for the domain, and terms whose names do not exist.",
      "Replace a, mx and ptr terms by ip4 and ip6 networks where the addresses are stable.",
      "Move senders such as newsletters to a subdomain with a record of its own.",
      "Count again with every include followed, then rescan.",
    ],
    references: [`${SPF}#section-4.6.4`, CWE_290],
  }),
  spf_invalid: mail({
    title: "SPF record with an error",
    description:
      "The SPF record, or one that it includes, breaks the rules of SPF, or it refers to a domain without an SPF record. Receivers ignore it.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 4.3,
    risk: "The record does not protect the domain, and a domain that it still refers to may be registered by someone who then names the permitted senders.",
    remediation: "Correct the terms that the evidence names.",
    steps: [
      "Compare each named term with the syntax of SPF; often a colon, a space or a prefix is wrong.",
      "Delete references to domains that have no SPF record any more.",
      "Test the new record with a validator before you publish it.",
      "Rescan and see that the error is gone.",
    ],
    references: [`${SPF}#section-12`, `${SPF}#section-5.2`, CWE_290],
  }),
} satisfies Record<string, Rule>;

const dmarcRules = {
  dmarc_missing: mail({
    title: "No DMARC policy",
    description:
      "Neither the domain nor its organizational domain has a DMARC record that says what to do with forged mail.",
    severity: "medium",
    cwe_id: "CWE-290",
    cvss_score: 4.3,
    risk: "Receivers may deliver mail whose visible sender is forged, and you are never told that it happens.",
    remediation: "Publish a DMARC record, first with reports only, then with p=reject.",
    steps: [
      "Publish `v=DMARC1; p=none; rua=mailto:reports@your-domain` at _dmarc of the domain.",
      "Read the reports for some weeks and let every honest sender pass SPF or DKIM with your domain.",
      "Raise the policy to p=quarantine, then to p=reject.",
      "Rescan and see that the policy is found.",
    ],
    references: [DMARC, CWE_290],
  }),
  dmarc_policy_none: mail({
    title: "DMARC policy without effect",
    description:
      "The DMARC policy that applies asks receivers to do nothing about forged mail: none, or none while it is being tested.",
    severity: "low",
    cwe_id: "CWE-290",
    cvss_score: 3.7,
    risk: "You see forged mail in reports at best, but it is still delivered.",
    remediation: "Raise the policy to quarantine, then to reject.",
    steps: [
      "Check in the reports that all honest senders pass, and mend those that do not.",
      "Set p=quarantine (and sp=quarantine where sp stands), without t=y.",
      "When nothing honest is caught, set p=reject.",
      "Rescan and see that the policy takes effect.",
    ],
    references: [`${DMARC}#section-4.7`, CWE_290],
  }),
  dmarc_invalid: mail({
    title: "DMARC record with an error",
    description:
      "The DMARC record is malformed, has an unknown policy or stands there more than once. Receivers ignore it or parts of it.",
    severity: "low",
    cwe_id: "CWE-290",
    cvss_score: 3.7,
    risk: "The domain is not protected, or nobody gets its reports, while its owner believes otherwise.",
    remediation: "Publish exactly one well-formed record at _dmarc.",
    steps: [
      "Correct what the evidence names: the record starts with `v=DMARC1;`, p is none, quarantine or reject, rua holds mailto: addresses.",
      "Delete every further record at the name.",
      "Remove tags that no longer have a meaning (pct, rf, ri).",
      "Rescan and see that the record is accepted.",
    ],
    references: [`${DMARC}#section-4.7`, CWE_290],
  }),
} satisfies Record<string, Rule>;

const transportRules = {
  mta_sts_missing: mail({
    title: "No MTA-STS",
    description:
      "The domain receives mail and does not tell sending servers to insist on TLS with a valid certificate.",
    severity: "info",
    cwe_id: "CWE-319",
    cvss_score: 0,
    risk: "Someone on the way can suppress the encryption between mail servers and read or alter the mail.",
    remediation: "Publish an MTA-STS policy, first in mode testing, then in mode enforce.",
    steps: [
      "See that every mail host of the domain offers TLS with a valid certificate for its name.",
      "Serve the policy at https://mta-sts.your-domain/.well-known/mta-sts.txt, naming all mail hosts, with mode: testing.",
      "Publish the TXT record `v=STSv1; id=1` at _mta-sts, and TLS-RPT to hear of failures.",
      "Change to mode: enforce with a new id when the reports are clean, then rescan.",
    ],
    references: [MTA_STS, CWE_319],
  }),
  mta_sts_invalid: mail({
    title: "MTA-STS does not work",
    description:
      "The domain announces MTA-STS, but its record or policy is wrong, cannot be fetched securely or leaves out a mail host.",
    severity: "low",
    cwe_id: "CWE-319",
    cvss_score: 3.7,
    risk: "Sending servers ignore the policy, so mail can be read on the way; or they follow it and cannot deliver at all.",
    remediation: "Correct the record and the policy, and keep the policy in step with the MX records.",
    steps: [
      "Mend what the evidence names, starting with the certificate of the mta-sts host.",
      "Serve the policy as text/plain without a redirect, with version, mode, max_age and one mx line per mail host.",
      "Give the TXT record a new id, so that senders fetch the policy again.",
      "Rescan and see that the policy is accepted.",
    ],
    references: [`${MTA_STS}#section-3.2`, `${MTA_STS}#section-4.1`, CWE_319],
  }),
  tls_rpt_missing: mail({
    title: "No TLS reports for mail",
    description: "The domain receives mail and names no address to which sending servers may report failed encryption.",
    severity: "info",
    cwe_id: "CWE-778",
    cvss_score: 0,
    risk: "Expired certificates, broken MTA-STS policies and attacks on the encryption of mail stay unnoticed.",
    remediation: "Publish one TLS-RPT record.",
    steps: [
      "Choose a mailbox or service that can read the daily JSON reports.",
      "Publish the TXT record `v=TLSRPTv1; rua=mailto:tls-reports@your-domain` at _smtp._tls of the domain.",
      "See that exactly one such record stands there.",
      "Rescan, and read the first reports.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc8460", "https://cwe.mitre.org/data/definitions/778.html"],
  }),
} satisfies Record<string, Rule>;

/** Rules of the mail scanner. */
export const emailRules = { ...spfRules, ...dmarcRules, ...transportRules, ...dkimRules };
