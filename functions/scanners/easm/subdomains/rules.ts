import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const inventory = ruleOf({ category: "dns", finding_class: "inventory" });

/** Rules of the discovery of host names. */
export const subdomainRules = {
  wildcard_dns: inventory({
    title: "Wildcard in DNS",
    description:
      "Every name below this domain resolves, also those that nobody created. Names that are answered like any other are left out of the inventory.",
    severity: "info",
    cwe_id: null,
    cvss_score: 0,
    risk: "A system that answers to any name is easily reached under misleading ones, and mistakes in host names go unnoticed.",
    remediation: "Replace the wildcard by the names that are in use, unless the application needs it.",
    steps: [
      "Find out which application relies on the wildcard, for example one host name per customer.",
      "If none does, create the names that are in use and delete the wildcard record.",
      "If one does, make its web server refuse host names that it does not know, and keep cookies off the parent domain.",
      "Move such an application below a label of its own, so that the wildcard covers nothing else, then rescan.",
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc4592",
      "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/04-Enumerate_Applications_on_Webserver",
    ],
  }),
} satisfies Record<string, Rule>;
