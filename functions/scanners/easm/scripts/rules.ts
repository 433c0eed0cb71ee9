import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const exposure = ruleOf({ category: "exposure", finding_class: "should_not_be_public" });

const RESCAN = "Rescan and see that the finding is gone.";

/** Rules of the script scanner. */
export const scriptRules = {
  secret_in_script: exposure({
    title: "Secret in a script that everybody can read",
    description:
      "A script of the site, or one in its page, holds a key or token in a form that its issuer gives to secrets.",
    severity: "high",
    cwe_id: "CWE-798",
    cvss_score: 7.5,
    risk: "Every visitor can take the secret and act with its rights; programs that search the web for such keys find them within hours.",
    remediation: "Revoke the secret and move what it does to the server.",
    steps: [
      "Revoke or replace the secret at its issuer now; taking it out of the script is not enough.",
      "Look through the issuer's logs for its use by strangers.",
      "Let the server make the calls that need the secret, and build scripts without it.",
      RESCAN,
    ],
    references: [
      "https://cwe.mitre.org/data/definitions/798.html",
      "https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html",
    ],
  }),
  source_map_exposed: exposure({
    title: "Source map of a script published",
    description: "The server hands out the source map of a script, with which its original files can be read.",
    severity: "low",
    cwe_id: "CWE-540",
    cvss_score: 3.7,
    risk: "Names, comments and structure of the source code are told, which makes weak spots easier to find.",
    remediation: "Build without source maps, or keep them from the public.",
    steps: [
      "Turn source maps off for production, or make them hidden and upload them to the error tracker only.",
      "Delete those that are on the server.",
      "Look through the sources for secrets and internal addresses, and replace what was told.",
      RESCAN,
    ],
    references: ["https://cwe.mitre.org/data/definitions/540.html", "https://tc39.es/ecma426/"],
  }),
} as const satisfies Record<string, Rule>;
