import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const issue = ruleOf({ category: "dns", finding_class: "issue" });

const CWE_200 = "https://cwe.mitre.org/data/definitions/200.html";
const CWE_345 = "https://cwe.mitre.org/data/definitions/345.html";
const DNSSEC = "https://www.rfc-editor.org/rfc/rfc4035";
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
  name_server_takeover: ruleOf({ category: "takeover", finding_class: "issue" })({
    title: "Delegation to a name server whose domain is free",
    description:
      "The domain is delegated to a name server whose own domain is not registered. Whoever registers it becomes a name server of this domain.",
    severity: "high",
    cwe_id: "CWE-672",
    cvss_score: 8.1,
    risk: "A stranger can answer for a part of all questions about the domain: send visitors elsewhere, receive mail, and get valid certificates.",
    remediation: "Take the name server out of the delegation.",
    steps: [
      "Check by a WHOIS or RDAP query that the domain in the evidence is free; register it at once if you can.",
      "Delete the name server at the registrar and from the zone's own NS records.",
      "Add another name server in its place so that at least two are left.",
      "Look through recent certificates of the domain for ones that you did not order, then rescan.",
    ],
    references: [WSTG_TAKEOVER, "https://cwe.mitre.org/data/definitions/672.html"],
  }),
  lame_delegation: issue({
    title: "Name server that does not serve the domain",
    description:
      "The domain is delegated to a name server that does not exist or that does not answer as an authority for it.",
    severity: "low",
    cwe_id: "CWE-672",
    cvss_score: 3.7,
    risk: "A part of all look-ups is slow or fails, and a server that does not know the zone can be a forgotten place where somebody else may set it up.",
    remediation: "Delegate only to servers that serve the zone.",
    steps: [
      "Ask the server in the evidence for the zone's SOA record and compare it with the other servers.",
      "If it should serve the zone, set the zone up on it and let it fetch the present data.",
      "If it should not, delete it at the registrar and from the zone's own NS records.",
      "Rescan and see that every listed server answers with authority.",
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc1912#section-2.8",
      "https://www.rfc-editor.org/rfc/rfc9499",
      "https://cwe.mitre.org/data/definitions/672.html",
    ],
  }),
  dnssec_missing: issue({
    title: "Domain not signed with DNSSEC",
    description: "The zone above has no DS record for this domain, so its answers cannot be checked for forgery.",
    severity: "info",
    cwe_id: "CWE-345",
    cvss_score: 0,
    risk: "Who can slip false answers into a resolver can lead visitors and mail elsewhere without anybody noticing.",
    remediation: "Sign the zone and publish its DS record at the registrar.",
    steps: [
      "See whether your DNS provider and your registrar support DNSSEC; most do with one switch each.",
      "Turn signing on and wait until every name server serves the signatures.",
      "Hand the DS record to the registrar.",
      "Watch that signatures and keys are renewed in time, then rescan.",
    ],
    references: [DNSSEC, "https://www.rfc-editor.org/rfc/rfc9364", CWE_345],
  }),
  dnssec_broken: issue({
    title: "DNSSEC of the domain is broken",
    description:
      "The zone above says that this domain is signed, but its keys do not match that statement or its signatures have expired.",
    severity: "medium",
    cwe_id: "CWE-345",
    cvss_score: 5.3,
    risk: "Resolvers that check signatures, those of the large public services among them, refuse every answer: the domain does not exist for their users.",
    remediation: "Make the DS record, the keys and the signatures agree again.",
    steps: [
      "Compare the DS record at the registrar with the DNSKEY records that the name servers give out.",
      "If the zone is not meant to be signed, have the registrar delete the DS record; that restores the domain soonest.",
      "If it is, sign it anew, or publish the DS record of the present key; keep the old one until caches have forgotten it.",
      "Automate signing and alert on signatures that expire within days, then rescan.",
    ],
    references: [DNSSEC, "https://www.rfc-editor.org/rfc/rfc6781", CWE_345],
  }),
  open_resolver: issue({
    title: "DNS resolver open to everybody",
    description:
      "A DNS server at this host found the answer to a stranger's question about a foreign name, as only a resolver for its own users should.",
    severity: "medium",
    cwe_id: "CWE-406",
    cvss_score: 5.8,
    risk: "The server can be used to flood others with answers far larger than the questions, and its cache can be probed and poisoned.",
    remediation: "Answer recursive queries of your own networks only.",
    steps: [
      "Find out which program answers on port 53 of this host and who needs it.",
      "Restrict recursion to your own networks (allow-recursion in BIND, access-control in Unbound), or turn it off on name servers.",
      "Close port 53 to the internet where no public zone is served.",
      "Rescan and see that the question is refused.",
    ],
    references: [
      "https://www.rfc-editor.org/rfc/rfc5358",
      "https://www.cisa.gov/news-events/alerts/2013/03/29/dns-amplification-attacks",
      "https://cwe.mitre.org/data/definitions/406.html",
    ],
  }),
} satisfies Record<string, Rule>;
