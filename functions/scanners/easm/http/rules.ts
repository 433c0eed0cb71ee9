import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const issue = ruleOf({ category: "http", finding_class: "issue" });

const CWE_319 = "https://cwe.mitre.org/data/definitions/319.html";
const TRANSPORT = "https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html";

/** Rules of the web prober. */
export const httpRules = {
  plain_http_only: issue({
    title: "Website without HTTPS",
    description: "The host serves web pages over plain HTTP and offers no HTTPS at all.",
    severity: "medium",
    cwe_id: "CWE-319",
    cvss_score: 5.9,
    risk: "Everyone on the way can read what visitors send and see, steal sessions, and change the pages.",
    remediation: "Serve the site over HTTPS and redirect plain HTTP to it.",
    steps: [
      "Get a certificate for the name, for instance by ACME, and renew it automatically.",
      "Serve the site over HTTPS with TLS 1.2 or later.",
      "Answer plain HTTP with a permanent redirect to HTTPS and set Strict-Transport-Security.",
      "Rescan and see that pages come over HTTPS only.",
    ],
    references: [CWE_319, TRANSPORT],
  }),
  http_no_redirect: issue({
    title: "Plain HTTP not redirected to HTTPS",
    description:
      "The host has a working HTTPS service, but this plain HTTP service answers with content instead of a redirect to it.",
    severity: "low",
    cwe_id: "CWE-319",
    cvss_score: 3.7,
    risk: "Visitors who type the name or follow an old link stay on the unprotected version and can be read and attacked on the way.",
    remediation: "Answer every plain HTTP request with a permanent redirect to HTTPS.",
    steps: [
      "Configure the plain HTTP server to answer all paths with 301 or 308 to the same path on HTTPS.",
      "Set Strict-Transport-Security on the HTTPS answers.",
      "Change links and integrations that still use http://.",
      "Rescan and see that the redirect is in place.",
    ],
    references: [CWE_319, TRANSPORT, "https://www.rfc-editor.org/rfc/rfc6797"],
  }),
} as const satisfies Record<string, Rule>;
