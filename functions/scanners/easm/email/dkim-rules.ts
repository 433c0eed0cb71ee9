import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const mail = ruleOf({ category: "email", finding_class: "issue" });

const DKIM = "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1";
const CWE_326 = "https://cwe.mitre.org/data/definitions/326.html";
const CWE_290 = "https://cwe.mitre.org/data/definitions/290.html";

/** Rules about the keys that mail is signed with, and the logo that is shown beside it. */
export const dkimRules = {
  dkim_weak_key: mail({
    title: "DKIM key too short",
    description: "A DKIM key of the domain is an RSA key of fewer than 2048 bits.",
    severity: "low",
    cwe_id: "CWE-326",
    cvss_score: 3.7,
    risk: "Who computes the private key signs mail in the domain's name that passes DKIM and DMARC at every receiver.",
    remediation: "Sign with an RSA key of 2048 bits or more.",
    steps: [
      "Make a new key of 2048 bits with a new selector, in the mail server or at the mail service.",
      "Publish its record and wait until it can be read everywhere.",
      "Sign with the new selector and see in the headers of a test message that it passes.",
      "Empty the old record's p= after a week, delete it later, then rescan.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc8301#section-3.2", DKIM, CWE_326],
  }),
  dkim_invalid: mail({
    title: "DKIM key record is not valid",
    description: "A DKIM key record of the domain is malformed or stands there twice, so receivers cannot use it.",
    severity: "low",
    cwe_id: "CWE-290",
    cvss_score: 3.7,
    risk: "Mail that is signed with this key fails DKIM: it is filed as spam or refused, and cannot be told from forged mail.",
    remediation: "Publish one well-formed record for each selector that is in use.",
    steps: [
      "See in the headers of a message, or at the mail service, whether the selector is in use.",
      "If it is not, delete the record.",
      "If it is, publish the record again as the mail service shows it; long keys are often cut off when they are pasted.",
      "Send a test message and see that DKIM passes, then rescan.",
    ],
    references: [DKIM, CWE_290],
  }),
  dkim_test_mode: mail({
    title: "DKIM key in test mode",
    description:
      "A DKIM key record of the domain has the flag t=y, which asks receivers to treat signed mail as unsigned.",
    severity: "low",
    cwe_id: "CWE-290",
    cvss_score: 3.1,
    risk: "Receivers that heed the flag do not use the signature, so that forged mail fares no worse than yours.",
    remediation: "Take the flag out of the record.",
    steps: [
      "See in the headers of a message that DKIM passes with this selector.",
      "Take t=y out of the record; t=s may stay.",
      "Watch the DMARC reports for a week.",
      "Rescan and see that the flag is gone.",
    ],
    references: [DKIM, CWE_290],
  }),
  dkim_revoked: mail({
    title: "Withdrawn DKIM key still published",
    description: "A DKIM record of the domain has an empty key: it was withdrawn, and mail signed with it fails.",
    severity: "info",
    cwe_id: "CWE-1059",
    cvss_score: 0,
    risk: "None as long as nothing signs with this selector; a sender that was forgotten has all its mail fail.",
    remediation: "Delete the record once no mail signed with it can be under way.",
    steps: [
      "See in the DMARC reports that no sender uses the selector.",
      "Set the senders that still do to a new selector.",
      "Delete the record.",
      "Rescan and see that it is gone.",
    ],
    references: [DKIM, "https://cwe.mitre.org/data/definitions/1059.html"],
  }),
  bimi_invalid: mail({
    title: "BIMI record is not valid",
    description:
      "The record that names the logo shown beside the domain's mail (BIMI) is malformed, so that none is shown.",
    severity: "info",
    cwe_id: "CWE-1059",
    cvss_score: 0,
    risk: "Recipients miss the sign by which they were to know honest mail.",
    remediation: "Publish one well-formed BIMI record, or none.",
    steps: [
      "Put the logo as SVG Tiny PS, and the mark certificate if there is one, on an https address.",
      "Publish one TXT record such as `v=BIMI1; l=https://example.com/logo.svg; a=` at default._bimi of the domain.",
      "See that DMARC has a policy of quarantine or reject, without which no logo is shown.",
      "Rescan and see that the record is read.",
    ],
    references: [
      "https://datatracker.ietf.org/doc/draft-brand-indicators-for-message-identification/",
      "https://cwe.mitre.org/data/definitions/1059.html",
    ],
  }),
} satisfies Record<string, Rule>;
