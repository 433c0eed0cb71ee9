import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

/** What all exposure rules share. */
export const exposure = ruleOf({ category: "exposure", finding_class: "should_not_be_public" });

/** The last step of each exposure rule. */
export const RESCAN = "Rescan and see that the path no longer answers.";

export const CWE_527 = "https://cwe.mitre.org/data/definitions/527.html";
export const CWE_538 = "https://cwe.mitre.org/data/definitions/538.html";
export const CWE_548 = "https://cwe.mitre.org/data/definitions/548.html";
export const CWE_200 = "https://cwe.mitre.org/data/definitions/200.html";
export const CWE_306 = "https://cwe.mitre.org/data/definitions/306.html";
export const CWE_312 = "https://cwe.mitre.org/data/definitions/312.html";
export const CWE_530 = "https://cwe.mitre.org/data/definitions/530.html";
export const SECRETS = "https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html";
export const OLD_FILES =
  "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information";
export const ADMIN_INTERFACES =
  "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/05-Enumerate_Infrastructure_and_Application_Admin_Interfaces";
export const MISCONFIGURATION = "https://owasp.org/Top10/A05_2021-Security_Misconfiguration/";

/** A page that strangers have no use for; low unless it says otherwise. */
export const openPage = (
  own: Pick<Rule, "title" | "description" | "risk"> &
    Partial<Pick<Rule, "severity" | "cvss_score" | "cwe_id" | "finding_class">>,
  lock: string,
  docs: string,
): Rule => ({
  ...exposure({
    severity: "low",
    cvss_score: 3.7,
    cwe_id: "CWE-200",
    ...own,
    remediation: "Close the page to everybody who does not need it.",
    steps: [
      lock,
      "Where operators need the page, offer it on an internal address or behind a login.",
      "Check other hosts that were set up in the same way.",
      RESCAN,
    ],
    references: [CWE_200, MISCONFIGURATION, docs],
  }),
  ...(own.finding_class ? { finding_class: own.finding_class } : {}),
});

/** A file of a project that does not belong on a web server. */
export const projectFile = (
  title: string,
  what: string,
  own: Pick<Rule, "severity" | "cvss_score" | "risk">,
  docs: string = OLD_FILES,
): Rule =>
  exposure({
    title,
    description: `The web server hands out ${what}.`,
    ...own,
    cwe_id: "CWE-538",
    remediation: "Deploy only what visitors need, and deny the rest on the web server.",
    steps: [
      "Remove the file from the web root, or deny its name on the web server.",
      "Make the public folder of the project the web root, and not the project itself.",
      "Replace the passwords, keys and tokens that stand in the file.",
      RESCAN,
    ],
    references: [CWE_538, ...(own.severity === "low" ? [] : [CWE_312, SECRETS]), docs],
  });
