import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../../easm/shared/rule-of.ts";
import { tlsRules } from "../../easm/tls/rules.ts";

const issue = ruleOf({ category: "tls", finding_class: "issue" });

const { certificate_expired, protocol_sslv3, protocol_tls10, protocol_tls11 } = tlsRules;

/**
 * Rules of the scanner that runs tlsx. Those that the native scanner has too are the same ones, by which a finding of one
 * and the same finding of the other are known for one weakness.
 */
export const tlsxRules = {
  certificate_expired,
  protocol_sslv3,
  protocol_tls10,
  protocol_tls11,
  suites_broken: issue({
    title: "Broken cipher suites accepted",
    description:
      "The server agreed to suites with no encryption, no authentication, export keys, RC4, DES or MD5. Clients that offer them get connections that do not protect.",
    severity: "medium",
    cwe_id: "CWE-327",
    cvss_score: 5.9,
    risk: "Who can listen in or interfere on the way may read or change the traffic of clients that are led to such a suite.",
    remediation: "Accept suites with forward secrecy and authenticated encryption only.",
    steps: [
      "Take a current list of suites, such as the intermediate one of Mozilla's generator.",
      "Set it on the server, its load balancer and its CDN.",
      "Test that the clients you serve still connect.",
      "Rescan and see that the broken suites are refused.",
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc9325#section-4",
      "https://ssl-config.mozilla.org/",
      "https://cwe.mitre.org/data/definitions/327.html",
    ],
  }),
} as const satisfies Record<string, Rule>;
