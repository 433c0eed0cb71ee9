import type { Rule } from "../../../domain/rule.ts";
import { headerIssue as issue, RESCAN } from "./texts.ts";

const CORS = "https://fetch.spec.whatwg.org/#http-cors-protocol";
const CWE_942 = "https://cwe.mitre.org/data/definitions/942.html";
const CORS_TEST =
  "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/11-Client-side_Testing/07-Testing_Cross_Origin_Resource_Sharing";

/** Rules about what the server tells to strangers: other sites' scripts, TRACE and version numbers. */
export const crossOriginRules = {
  cors_reflected_credentials: issue({
    title: "Any website may read answers with the visitor's login",
    description:
      "The server echoed two made-up origins in Access-Control-Allow-Origin together with Access-Control-Allow-Credentials: true.",
    severity: "high",
    cwe_id: "CWE-942",
    cvss_score: 7.1,
    risk: "Any site that a logged-in visitor opens can read and use the application in their name.",
    remediation: "Allow only origins from a fixed list.",
    steps: [
      "List the origins that really call the application from browsers.",
      "Compare the Origin header with that list exactly, and send no CORS headers for others.",
      "Send Vary: Origin wherever the header depends on the request.",
      RESCAN,
    ],
    references: [CORS, CORS_TEST, CWE_942],
  }),
  cors_null_credentials: issue({
    title: "Sandboxed pages may read answers with the visitor's login",
    description: "The server allows the origin null together with Access-Control-Allow-Credentials: true.",
    severity: "medium",
    cwe_id: "CWE-942",
    cvss_score: 6.5,
    risk: "Any site can obtain the origin null with a sandboxed frame and then use the application in a logged-in visitor's name.",
    remediation: "Never allow the origin null.",
    steps: [
      "Remove null from the allowed origins.",
      "Allow only origins from a fixed list, compared exactly.",
      "Test local files and sandboxed frames that relied on it by other means.",
      RESCAN,
    ],
    references: [CORS, CORS_TEST, CWE_942],
  }),
  cors_wildcard: issue({
    title: "Answer readable by every website",
    description:
      "A generated answer is sent with Access-Control-Allow-Origin: *, so that scripts of any site may read it, without the visitor's login.",
    severity: "info",
    cwe_id: "CWE-942",
    cvss_score: 0,
    risk: "Harmless for public data; on hosts that trust a network or an address, other sites can read through a visitor's browser.",
    remediation: "Confirm that the data is meant for everybody, or allow a fixed list of origins.",
    steps: [
      "Check whether the answer differs by network, address or cookie.",
      "Where it does, allow only origins from a fixed list.",
      "Where it is public, accept this finding.",
      RESCAN,
    ],
    references: [CORS, CWE_942],
  }),
  trace_enabled: issue({
    title: "TRACE method enabled",
    description: "The server answered a TRACE request with the request itself, a made-up header included.",
    severity: "low",
    cwe_id: "CWE-693",
    cvss_score: 3.1,
    risk: "TRACE shows headers that proxies add on the way, and with old clients it leaks cookies that scripts must not read.",
    remediation: "Turn TRACE off.",
    steps: [
      "Turn TRACE off (Apache: TraceEnable off; other servers: refuse the method).",
      "Do the same on proxies and load balancers in front.",
      "Check with a TRACE request that 405 or 501 comes back.",
      RESCAN,
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc9110#name-trace",
      "https://owasp.org/www-community/attacks/Cross_Site_Tracing",
    ],
  }),
  version_disclosed: issue({
    title: "Software version disclosed",
    description: "A response header names a product together with its version.",
    severity: "info",
    cwe_id: "CWE-200",
    cvss_score: 0,
    risk: "Attackers who look for hosts with a known flaw find this one without trying.",
    remediation: "Send the product name alone, or nothing.",
    steps: [
      "Check that the version is still supported and patched; that matters more than hiding it.",
      "Turn version tokens off (nginx: server_tokens off; Apache: ServerTokens Prod; PHP: expose_php Off).",
      "Remove the header on the proxy where the product cannot be told.",
      RESCAN,
    ],
    references: [
      "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/02-Fingerprint_Web_Server",
      "https://cwe.mitre.org/data/definitions/200.html",
    ],
  }),
} as const satisfies Record<string, Rule>;
