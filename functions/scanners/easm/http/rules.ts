import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const issue = ruleOf({ category: "http", finding_class: "issue" });

const software = ruleOf({ category: "software", finding_class: "issue" });

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
  unclaimed_provider_page: ruleOf({ category: "takeover", finding_class: "issue" })({
    title: "Alias to a hosting service that nobody has claimed",
    description:
      "This host is an alias (CNAME) for a hosting service, and the service answers that it knows no customer by that name. The site there was given up while the alias stayed.",
    severity: "high",
    cwe_id: "CWE-672",
    cvss_score: 8.1,
    risk: "Whoever registers the name at the service publishes under your host name: with a valid certificate, your visitors' cookies and your reputation.",
    remediation: "Remove the alias, or claim the name at the service again.",
    steps: [
      "Find out who asked for the alias and whether the site is still needed.",
      "If it is not, delete the CNAME record; if it is, add the host name to your account at the service first.",
      "Check what trusts this host name: cookies of the parent domain, OAuth redirect addresses, CORS and CSP lists.",
      "Make deleting the DNS record the first step of giving a site up, then rescan.",
    ],
    references: [
      "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover",
      "https://cwe.mitre.org/data/definitions/672.html",
      "https://github.com/EdOverflow/can-i-take-over-xyz",
    ],
  }),
  vulnerable_version: software({
    title: "Potentially affected by a known vulnerability",
    description:
      "The version that the software shows is one that a published vulnerability affects. Nothing was tried: distributions mend flaws without changing the version, and not every flaw can be reached in every setup.",
    severity: "medium",
    cwe_id: "CWE-1395",
    cvss_score: 5.3,
    risk: "If the flaw is there, it can be used by anybody who looks the version up; ready programs exist for many of them.",
    remediation: "Update the software, or confirm that the fix is in the version you run.",
    steps: [
      "Look up the CVE in the tracker of your distribution or vendor, and compare with the package that is installed.",
      "Update to a version in which it is fixed.",
      "Mark the finding as a false positive where your package has the fix.",
      "Stop showing versions where the software allows it, then rescan.",
    ],
    references: [
      "https://nvd.nist.gov/",
      "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
      "https://cwe.mitre.org/data/definitions/1395.html",
    ],
  }),
  end_of_life: software({
    title: "Software without security updates",
    description: "The software shows a version of a series whose makers have ended its maintenance.",
    severity: "low",
    cwe_id: "CWE-1104",
    cvss_score: 3.7,
    risk: "Flaws that become known are no longer mended by its makers.",
    remediation: "Move to a series that is maintained.",
    steps: [
      "Check whether your distribution still maintains the package; then only its end counts.",
      "Plan the move to a maintained series and test it.",
      "Until then limit who can reach the software.",
      "Rescan and see that the new version is shown, or none.",
    ],
    references: ["https://cwe.mitre.org/data/definitions/1104.html", "https://endoflife.date/"],
  }),
} as const satisfies Record<string, Rule>;
