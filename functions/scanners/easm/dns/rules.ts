import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const issue = ruleOf({ category: "dns", finding_class: "issue" });

const CWE_200 = "https://cwe.mitre.org/data/definitions/200.html";
const WSTG_MAP =
  "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/01-Information_Gathering/04-Enumerate_Applications_on_Webserver";
const WSTG_TAKEOVER =
  "https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover";

/** Rules of the DNS scanner. */
export const dnsRules = {
  zone_transfer: issue({
    title: "Zone transfer allowed to everybody",
    description:
      "A name server of this domain handed the whole zone to a stranger on request (AXFR). Only the domain's own secondary servers should be able to do that.",
    severity: "high",
    cwe_id: "CWE-200",
    cvss_score: 7.5,
    risk: "The complete list of hosts, among them forgotten, internal and test systems, tells an attacker where to look without any guessing.",
    remediation: "Allow zone transfers to the secondary name servers only.",
    steps: [
      "List the secondary servers that really fetch this zone.",
      "Restrict transfers to their addresses, and better to a TSIG key that they share (allow-transfer in BIND, provide-xfr in NSD).",
      "Review the names that were readable and take away records of systems that no longer exist or should not be public.",
      "Rescan and see that every name server refuses the transfer.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc5936#section-5", CWE_200, WSTG_MAP],
  }),
  dangling_cname: ruleOf({ category: "takeover", finding_class: "issue" })({
    title: "Alias to a name that does not exist",
    description:
      "This host is an alias (CNAME) for a name that DNS says does not exist. The service behind it was given up while the alias stayed.",
    severity: "high",
    cwe_id: "CWE-672",
    cvss_score: 8.1,
    risk: "Whoever makes the missing name exist answers under your host name: with a valid certificate, your visitors' cookies and your reputation.",
    remediation: "Remove the alias, or make its target exist again under your control.",
    steps: [
      "Find out who asked for the alias and whether the service is still needed.",
      "If it is not, delete the CNAME record; if it is, claim the target again at the provider first.",
      "Check what trusts this host name: cookies of the parent domain, OAuth redirect addresses, CORS and CSP lists.",
      "Make deleting the DNS record the first step of giving a service up, then rescan.",
    ],
    references: [
      WSTG_TAKEOVER,
      "https://cwe.mitre.org/data/definitions/672.html",
      "https://www.rfc-editor.org/rfc/rfc8020",
    ],
  }),
  internal_address: issue({
    title: "Public name with an internal address",
    description:
      "Public DNS answers this name with an address that is private, reserved or loopback and cannot be reached from the internet.",
    severity: "low",
    cwe_id: "CWE-200",
    cvss_score: 3.7,
    risk: "It shows strangers how the internal network is laid out, and lets a web page that is opened inside aim at that system by its name.",
    remediation: "Keep names of internal systems in internal DNS only.",
    steps: [
      "Check whether anybody outside needs the name.",
      "Move the record to the internal zone or resolver (split DNS), or delete it.",
      "If the record must stay, require TLS and a login on the internal system, so that reaching it by name is not enough.",
      "Rescan and see that public DNS no longer gives the internal address.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc1918#section-5", "https://www.rfc-editor.org/rfc/rfc6890", CWE_200],
  }),
  single_name_server: issue({
    title: "Domain with a single name server",
    description: "The domain is delegated to one name server only; at least two, on different networks, are expected.",
    severity: "low",
    cwe_id: "CWE-654",
    cvss_score: 3.7,
    risk: "When this one server or its network fails or is attacked, the web sites, the mail and everything else under the domain vanish.",
    remediation: "Add a second name server on another network.",
    steps: [
      "Choose a second name server with another network and location, at the same or another provider.",
      "Let it serve the zone and compare its answers with those of the first.",
      "Add it to the zone's NS records and to the delegation at the registrar.",
      "Rescan and see that both are listed.",
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc2182#section-5",
      "https://www.rfc-editor.org/rfc/rfc1034#section-4.1",
      "https://cwe.mitre.org/data/definitions/654.html",
    ],
  }),
  caa_missing: issue({
    title: "No limit on who may issue certificates",
    description:
      "Neither this domain nor a domain above it has a CAA record that names its certification authorities, so each of them may issue.",
    severity: "info",
    cwe_id: "CWE-295",
    cvss_score: 0,
    risk: "The weakest of all certification authorities decides how hard it is to get a false certificate for the domain.",
    remediation: "Publish CAA records that name the certification authorities you use.",
    steps: [
      "List the authorities that issued your present certificates, those of cloud and mail providers included.",
      'Publish a record like `0 issue "ca.example"` for each of them, and `0 issuewild ";"` where no wildcard is wanted.',
      "Add an iodef record with an address that is told about refused requests.",
      "Renew one certificate as a test, then rescan.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc8659", "https://cwe.mitre.org/data/definitions/295.html"],
  }),
} satisfies Record<string, Rule>;
