import type { Rule } from "../../../domain/rule.ts";
import { headerIssue as issue, RESCAN } from "./texts.ts";

const CWE_319 = "https://cwe.mitre.org/data/definitions/319.html";
const MIXED = "https://www.w3.org/TR/mixed-content/";
const TRANSPORT = "https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html";

/** Rules about what a page loads and where its forms go. */
export const contentRules = {
  mixed_content: issue({
    title: "Page over HTTPS loads parts over plain HTTP",
    description: "A page that came over HTTPS names scripts, style sheets, frames or other parts by http:// addresses.",
    severity: "low",
    cwe_id: "CWE-319",
    cvss_score: 3.1,
    risk: "Who is on the network sees and changes those parts; browsers block the most dangerous ones, and the page breaks.",
    remediation: "Load everything over HTTPS.",
    steps: [
      "Change the addresses to https:// or make them relative.",
      "Send Content-Security-Policy: upgrade-insecure-requests while old addresses remain.",
      "Replace sources that offer no HTTPS.",
      RESCAN,
    ],
    references: [CWE_319, MIXED],
  }),
  insecure_form: issue({
    title: "Form sends its data over plain HTTP",
    description: "A page that came over HTTPS has a form whose address begins with http://.",
    severity: "medium",
    cwe_id: "CWE-319",
    cvss_score: 5.3,
    risk: "What visitors enter goes over the network in clear text although the page looked protected.",
    remediation: "Let the form go to an HTTPS address.",
    steps: [
      "Change the action of the form to https:// or make it relative.",
      "Send Content-Security-Policy: form-action 'self', so that other forms cannot do the same.",
      "Redirect the old address to HTTPS, and check that it takes no data over plain HTTP.",
      RESCAN,
    ],
    references: [CWE_319, MIXED, TRANSPORT],
  }),
  login_over_http: issue({
    title: "Login form over plain HTTP",
    description: "A page that came over plain HTTP asks for a password.",
    severity: "medium",
    cwe_id: "CWE-523",
    cvss_score: 5.9,
    risk: "Everyone on the way reads the passwords, or changes the page so that they are sent elsewhere.",
    remediation: "Serve the login over HTTPS only.",
    steps: [
      "Serve the site over HTTPS, and redirect plain HTTP to it.",
      "Set the Secure attribute on session cookies and send Strict-Transport-Security.",
      "Ask users to change passwords that were sent in clear text.",
      RESCAN,
    ],
    references: ["https://cwe.mitre.org/data/definitions/523.html", CWE_319, TRANSPORT],
  }),
  sri_missing: issue({
    title: "Foreign scripts without integrity check",
    description: "The page loads scripts or style sheets of other sites without an integrity attribute.",
    severity: "info",
    cwe_id: "CWE-353",
    cvss_score: 0,
    risk: "Whoever takes over one of those sites runs code in every visitor's browser.",
    remediation: "Give fixed versions of foreign scripts an integrity attribute, or serve them yourself.",
    steps: [
      "Prefer copies on your own server where the licence allows.",
      "Add integrity and crossorigin attributes to files that do not change.",
      "Limit script-src of the Content-Security-Policy to the sources that remain.",
      RESCAN,
    ],
    references: [
      "https://www.w3.org/TR/SRI/",
      "https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html",
      "https://cwe.mitre.org/data/definitions/353.html",
    ],
  }),
} as const satisfies Record<string, Rule>;
