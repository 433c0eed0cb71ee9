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
