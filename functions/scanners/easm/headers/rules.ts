import type { Rule } from "../../../domain/rule.ts";
import { contentRules } from "./content-rules.ts";
import { cookieRules } from "./cookie-rules.ts";
import { crossOriginRules } from "./cross-origin-rules.ts";
import { headerIssue as issue, RESCAN } from "./texts.ts";

const HEADERS = "https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html";
const CSP = "https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html";

/** Rules about what a page's headers promise the browser. */
const pageRules = {
  hsts_missing: issue({
    title: "HSTS missing",
    description:
      "The HTTPS page does not send a valid Strict-Transport-Security header, so browsers will also go to the site over plain HTTP.",
    severity: "low",
    cwe_id: "CWE-319",
    cvss_score: 3.1,
    risk: "An attacker on the network can keep a visitor on plain HTTP and read or change the traffic.",
    remediation: "Send Strict-Transport-Security with at least half a year on every HTTPS answer.",
    steps: [
      "Make sure that the whole site works over HTTPS.",
      "Send Strict-Transport-Security: max-age=300 first and watch for problems.",
      "Raise it to max-age=31536000; includeSubDomains.",
      RESCAN,
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc6797",
      "https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Strict_Transport_Security_Cheat_Sheet.html",
      "https://cwe.mitre.org/data/definitions/319.html",
    ],
  }),
  hsts_short: issue({
    title: "HSTS lifetime too short",
    description:
      "Strict-Transport-Security is sent, but browsers forget it in less than half a year (15,552,000 seconds).",
    severity: "info",
    cwe_id: "CWE-319",
    cvss_score: 0,
    risk: "Visitors who return after the lifetime ended are unprotected on their first request.",
    remediation: "Raise max-age to a year.",
    steps: [
      "Check that nothing under the name still needs plain HTTP.",
      "Set max-age=31536000.",
      "Add includeSubDomains when all subdomains serve HTTPS.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc6797", HEADERS],
  }),
  csp_missing: issue({
    title: "Content Security Policy missing",
    description: "The page sends no Content-Security-Policy, neither as a header nor as a meta element.",
    severity: "low",
    cwe_id: "CWE-693",
    cvss_score: 3.1,
    risk: "If an attacker finds a way to inject markup, nothing in the browser stops the script from running.",
    remediation: "Send a policy that allows only the site's own scripts.",
    steps: [
      "Send Content-Security-Policy-Report-Only with default-src 'self' and collect the reports.",
      "Give inline scripts a nonce or move them to files.",
      "Enforce the policy as Content-Security-Policy.",
      RESCAN,
    ],
    references: ["https://www.w3.org/TR/CSP3/", CSP, "https://cwe.mitre.org/data/definitions/693.html"],
  }),
  csp_unsafe: issue({
    title: "Content Security Policy allows injected scripts",
    description:
      "The policy permits inline scripts, eval or scripts from any host, and uses neither nonces nor hashes that would make browsers ignore it.",
    severity: "low",
    cwe_id: "CWE-693",
    cvss_score: 3.1,
    risk: "Injected scripts run as if there were no policy.",
    remediation: "Replace the unsafe sources by nonces or hashes.",
    steps: [
      "Give each inline script a nonce that is new for every answer.",
      "Remove 'unsafe-inline', 'unsafe-eval' and sources that stand for any host from script-src.",
      "Add 'strict-dynamic' so that trusted scripts may load others.",
      RESCAN,
    ],
    references: ["https://www.w3.org/TR/CSP3/", CSP, "https://cwe.mitre.org/data/definitions/693.html"],
  }),
  clickjacking: issue({
    title: "Page can be framed by any site",
    description: "A page with a form or a session sends neither X-Frame-Options nor a frame-ancestors policy.",
    severity: "low",
    cwe_id: "CWE-1021",
    cvss_score: 3.1,
    risk: "A hostile site can show the page invisibly and make a logged-in visitor click what they do not see.",
    remediation: "Send frame-ancestors in the Content-Security-Policy.",
    steps: [
      "Find out who has to frame the page; usually nobody.",
      "Send Content-Security-Policy: frame-ancestors 'none', or 'self' and the sites that may.",
      "Send X-Frame-Options: DENY as well for old browsers.",
      RESCAN,
    ],
    references: [
      "https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html",
      "https://cwe.mitre.org/data/definitions/1021.html",
    ],
  }),
  nosniff_missing: issue({
    title: "X-Content-Type-Options missing",
    description: "The page does not send X-Content-Type-Options: nosniff.",
    severity: "info",
    cwe_id: "CWE-693",
    cvss_score: 0,
    risk: "Browsers may guess the type of an uploaded file and treat it as script or style.",
    remediation: "Send X-Content-Type-Options: nosniff with every answer.",
    steps: [
      "Check that every file is served with its right Content-Type.",
      "Send X-Content-Type-Options: nosniff from the web server for all paths.",
      "Test downloads and scripts.",
      RESCAN,
    ],
    references: [HEADERS, "https://fetch.spec.whatwg.org/#x-content-type-options-header"],
  }),
  referrer_policy_missing: issue({
    title: "Referrer-Policy missing",
    description: "The page sets no referrer policy, neither as a header nor as a meta element.",
    severity: "info",
    cwe_id: "CWE-200",
    cvss_score: 0,
    risk: "Older browsers pass full addresses, with whatever they hold, on to other sites.",
    remediation: "Send Referrer-Policy: strict-origin-when-cross-origin or stricter.",
    steps: [
      "Look for identifiers or tokens in the site's addresses and remove them.",
      "Send Referrer-Policy: strict-origin-when-cross-origin, or no-referrer.",
      "Test integrations that rely on the referrer.",
      RESCAN,
    ],
    references: [HEADERS, "https://www.w3.org/TR/referrer-policy/"],
  }),
} as const satisfies Record<string, Rule>;

/** Rules of the header scanner. */
export const headerRules = { ...pageRules, ...contentRules, ...cookieRules, ...crossOriginRules };

export type HeaderRule = keyof typeof headerRules;
