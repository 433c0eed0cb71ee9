import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

export const exposed = ruleOf({ category: "network", finding_class: "should_not_be_public" });

export const CWE_668 = "https://cwe.mitre.org/data/definitions/668.html";
export const CWE_306 = "https://cwe.mitre.org/data/definitions/306.html";
export const SEGMENTATION = "https://cheatsheetseries.owasp.org/cheatsheets/Network_Segmentation_Cheat_Sheet.html";
export const DATABASES = "https://cheatsheetseries.owasp.org/cheatsheets/Database_Security_Cheat_Sheet.html";

/** What the data stores without a login have in common. */
export const unauthenticatedStore = (product: string, proof: string, lock: string): Rule =>
  exposed({
    title: `${product} open to everybody`,
    description: `A ${product} server on this port is reachable from the internet and ${proof} for a client that never logged in.`,
    severity: "critical",
    cwe_id: "CWE-306",
    cvss_score: 9.8,
    risk: "Anyone can read, change or delete everything it stores, and such servers are found and emptied by automated attacks within hours.",
    remediation: `Take ${product} off the internet, then require a login for every connection.`,
    steps: [
      "Block the port in the firewall or security group for all but the application servers.",
      lock,
      "Treat the stored data as disclosed: rotate the credentials and keys it held and check its logs for strangers.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_306, DATABASES, SEGMENTATION],
  });

/** What platforms that run code for whoever reaches them have in common. */
export const platformOpen = (product: string, proof: string, lock: string, manual: string): Rule =>
  exposed({
    title: `${product} open to everybody`,
    description: `The service on this port ${proof} for a client that never logged in.`,
    severity: "critical",
    cwe_id: "CWE-306",
    cvss_score: 9.8,
    risk: "Whoever reaches it can run code of their own, and thereby owns the host and what it can reach.",
    remediation: "Close the port at once, then require a login.",
    steps: [
      "Block the port in the firewall or security group.",
      lock,
      "Look for workloads, files and accounts that nobody can explain, and rebuild what cannot be trusted.",
      "Rescan and see that the port no longer answers strangers.",
    ],
    references: [CWE_306, manual, SEGMENTATION],
  });

/** What brokers and coordination services without a login have in common. */
export const unauthenticatedMiddleware = (product: string, proof: string, lock: string, manual: string): Rule =>
  exposed({
    title: `${product} open to everybody`,
    description: `The service on this port ${proof} for a client that never logged in.`,
    severity: "high",
    cwe_id: "CWE-306",
    cvss_score: 8.6,
    risk: "Strangers can read what systems tell each other through it, and may steer them with messages or settings of their own.",
    remediation: `Take ${product} off the internet, then require a login for every connection.`,
    steps: [
      "Block the port in the firewall or security group for all but the systems that use it.",
      lock,
      "Check its log for clients that nobody can explain.",
      "Rescan and see that the port no longer answers strangers.",
    ],
    references: [CWE_306, manual, SEGMENTATION],
  });

/** What screens without a login have in common. */
export const screenOpen = (product: string, proof: string, lock: string): Rule =>
  exposed({
    title: `${product} screen open to everybody`,
    description: `The ${product} server on this port ${proof}.`,
    severity: "critical",
    cwe_id: "CWE-306",
    cvss_score: 9.8,
    risk: "Anyone can watch the screen, and type and click on it as the user who is logged in.",
    remediation: "Close the port at once, then require a login.",
    steps: [
      "Block the port for the internet.",
      lock,
      "Change the passwords that were typed on that screen and check the host for changes.",
      "Rescan and see that the port no longer answers.",
    ],
    references: [CWE_306, SEGMENTATION, "https://attack.mitre.org/techniques/T1133/"],
  });
