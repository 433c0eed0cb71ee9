import type { Rule } from "../../../domain/rule.ts";
import { headerIssue as issue, RESCAN } from "./texts.ts";

const SESSIONS = "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html";
const RFC_6265 = "https://www.rfc-editor.org/rfc/rfc6265";

/** Rules about cookies whose name says that they carry a session. */
export const cookieRules = {
  cookie_not_secure: issue({
    title: "Session cookie without Secure",
    description: "A cookie that by its name carries a session is set without the Secure attribute.",
    severity: "low",
    cwe_id: "CWE-614",
    cvss_score: 3.7,
    risk: "One request over plain HTTP is enough to send the session to whoever listens on the way.",
    remediation: "Set the cookie with Secure, over HTTPS only.",
    steps: [
      "Serve the application over HTTPS only.",
      "Turn on the Secure attribute in the framework's session settings.",
      "End existing sessions, so that old cookies die.",
      RESCAN,
    ],
    references: [RFC_6265, SESSIONS, "https://cwe.mitre.org/data/definitions/614.html"],
  }),
  cookie_not_httponly: issue({
    title: "Session cookie readable by scripts",
    description: "A cookie that by its name carries a session is set without the HttpOnly attribute.",
    severity: "low",
    cwe_id: "CWE-1004",
    cvss_score: 3.1,
    risk: "Any script that gets into the page can read the session and send it away.",
    remediation: "Set the cookie with HttpOnly.",
    steps: [
      "Find out whether a script of yours really needs the cookie; give it another way if so.",
      "Turn on the HttpOnly attribute in the framework's session settings.",
      "End existing sessions, so that old cookies die.",
      RESCAN,
    ],
    references: [RFC_6265, SESSIONS, "https://cwe.mitre.org/data/definitions/1004.html"],
  }),
  cookie_no_samesite: issue({
    title: "Session cookie without SameSite",
    description:
      "A cookie that by its name carries a session leaves it to the browser whether other sites' requests carry it.",
    severity: "info",
    cwe_id: "CWE-1275",
    cvss_score: 0,
    risk: "Browsers without a strict default send the session with requests that other sites start.",
    remediation: "Set SameSite=Lax or Strict.",
    steps: [
      "Check whether other sites have to start requests with the session; usually none.",
      "Set SameSite=Lax (or Strict) in the framework's session settings.",
      "Test logins that come back from an identity provider.",
      RESCAN,
    ],
    references: [SESSIONS, "https://cwe.mitre.org/data/definitions/1275.html"],
  }),
} as const satisfies Record<string, Rule>;
