import type { Rule } from "../../../domain/rule.ts";
import { ruleOf } from "../shared/rule-of.ts";

const issue = ruleOf({ category: "tls", finding_class: "issue" });

const CHEAT_SHEET = "https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html";
const RFC_5280 = "https://www.rfc-editor.org/rfc/rfc5280";
const RESCAN = "Rescan and see that the finding is gone.";
const cwe = (number: number): string => `https://cwe.mitre.org/data/definitions/${number}.html`;

/** Rules about certificates. */
export const certificateRules = {
  certificate_expired: issue({
    title: "Certificate expired",
    description: "The certificate's validity has ended.",
    severity: "high",
    cwe_id: "CWE-298",
    cvss_score: 5.3,
    risk: "Clients refuse the connection, and visitors learn to click warnings away, which hides real attacks.",
    remediation: "Renew the certificate and automate its renewal.",
    steps: [
      "Issue a new certificate for the same names.",
      "Install it with its chain and reload the service.",
      "Automate renewal (ACME) and watch the expiry date.",
      RESCAN,
    ],
    references: [RFC_5280, CHEAT_SHEET, cwe(298)],
  }),
  certificate_expiring: issue({
    title: "Certificate about to expire",
    description: "The certificate expires in less than 14 days.",
    severity: "low",
    cwe_id: "CWE-298",
    cvss_score: 3.1,
    risk: "When it expires, clients refuse the connection.",
    remediation: "Renew the certificate now.",
    steps: [
      "Find out why it was not renewed yet.",
      "Renew and install it with its chain.",
      "Automate renewal so that it happens weeks ahead.",
      RESCAN,
    ],
    references: [RFC_5280, CHEAT_SHEET, cwe(298)],
  }),
  certificate_revoked: issue({
    title: "Certificate revoked",
    description: "The OCSP response that the server sends along says that its certificate was revoked.",
    severity: "high",
    cwe_id: "CWE-299",
    cvss_score: 7.4,
    risk: "Certificates are revoked when their key may be in the hands of others: clients that check refuse the connection, the others may talk to an impostor.",
    remediation: "Replace key and certificate.",
    steps: [
      "Find out who revoked the certificate and why.",
      "Create a new key, issue a certificate for it and install both.",
      "If the key was stolen, look for what else the thief could reach.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc6960", CHEAT_SHEET, cwe(299)],
  }),
  certificate_name_mismatch: issue({
    title: "Certificate does not fit the name",
    description: "The certificate that is sent for this name is not valid for it.",
    severity: "medium",
    cwe_id: "CWE-297",
    cvss_score: 4.8,
    risk: "Clients cannot tell the service from an impostor and refuse the connection.",
    remediation: "Serve a certificate that lists the name.",
    steps: [
      "Check whether the name should be served here at all; remove its DNS record if not.",
      "Issue a certificate that lists the name as a subject alternative name.",
      "Select it for the name on the server (SNI).",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc9525", CHEAT_SHEET, cwe(297)],
  }),
  certificate_self_signed: issue({
    title: "Self-signed certificate",
    description: "The certificate is signed by its own key and not by an authority.",
    severity: "medium",
    cwe_id: "CWE-295",
    cvss_score: 4.8,
    risk: "Clients cannot tell it from a certificate that an attacker made a minute ago.",
    remediation: "Use a certificate of a public authority.",
    steps: [
      "Issue a certificate from a public authority, for instance by ACME.",
      "Install it with its chain.",
      "Close the service to the internet if only your own devices use it.",
      RESCAN,
    ],
    references: [RFC_5280, CHEAT_SHEET, cwe(295)],
  }),
  certificate_untrusted: issue({
    title: "Certificate of an unknown authority",
    description: "The chain does not lead to an authority that browsers trust.",
    severity: "medium",
    cwe_id: "CWE-295",
    cvss_score: 4.8,
    risk: "Clients refuse the connection or have been taught to accept anything.",
    remediation: "Use a certificate of a public authority, or close the service to the public.",
    steps: [
      "Find out who is meant to use the service.",
      "For the public, install a certificate of a public authority.",
      "For devices that trust your own authority, close the service to the internet.",
      RESCAN,
    ],
    references: [RFC_5280, CHEAT_SHEET, cwe(295)],
  }),
  chain_incomplete: issue({
    title: "Certificate chain incomplete",
    description: "The server does not send the intermediate certificate that links its own to the authority.",
    severity: "low",
    cwe_id: "CWE-295",
    cvss_score: 3.1,
    risk: "Browsers often help themselves, but other clients and APIs refuse the connection.",
    remediation: "Send the whole chain.",
    steps: [
      "Get the intermediate certificate from the authority.",
      "Configure the server with the full chain, leaf first and without the root.",
      "Test with a client that has no cache of intermediates.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2", CHEAT_SHEET, cwe(295)],
  }),
  certificate_weak_key: issue({
    title: "Weak key in the certificate",
    description:
      "The certificate's key is shorter than today's least: RSA 2048 bits, elliptic curves 224 bits; DSA is obsolete.",
    severity: "medium",
    cwe_id: "CWE-326",
    cvss_score: 5.9,
    risk: "The key can be computed with enough effort, and then the service impersonated.",
    remediation: "Issue the certificate anew with a stronger key.",
    steps: [
      "Create a new key: EC P-256, or RSA with 2048 bits or more.",
      "Issue a certificate for it and install it.",
      "Revoke the old certificate.",
      RESCAN,
    ],
    references: ["https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final", CHEAT_SHEET, cwe(326)],
  }),
  certificate_weak_signature: issue({
    title: "Certificate signed with a broken hash",
    description: "The certificate or an intermediate is signed with MD5 or SHA-1.",
    severity: "medium",
    cwe_id: "CWE-327",
    cvss_score: 5.9,
    risk: "Collisions of these hashes allow to forge certificates; clients refuse them.",
    remediation: "Issue the certificate anew with SHA-256.",
    steps: [
      "Find out which certificate of the chain has the old signature.",
      "Issue it anew with SHA-256 or better.",
      "Install the new chain.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc6194", CHEAT_SHEET, cwe(327)],
  }),
} as const satisfies Record<string, Rule>;

const outdated = (version: string, own: Pick<Rule, "severity" | "cvss_score" | "risk">, rfc: number): Rule =>
  issue({
    title: `${version} accepted`,
    description: `The server answered a hello that offered nothing newer than ${version} and would have gone on with it.`,
    ...own,
    cwe_id: "CWE-326",
    remediation: `Turn ${version} off; offer TLS 1.2 and 1.3 only.`,
    steps: [
      "Find out which clients still need the old version; usually none.",
      "Set TLS 1.2 as the least version on the server, its load balancer and its CDN.",
      "Offer suites with forward secrecy and authenticated encryption.",
      RESCAN,
    ],
    references: [`https://www.rfc-editor.org/rfc/rfc${rfc}`, CHEAT_SHEET, cwe(326)],
  });

/** Rules about protocol versions. */
export const protocolRules = {
  protocol_sslv3: outdated(
    "SSL 3.0",
    {
      severity: "high",
      cvss_score: 7.4,
      risk: "SSL 3.0 is broken: parts of the traffic, such as session cookies, can be decrypted (POODLE).",
    },
    7568,
  ),
  protocol_tls10: outdated(
    "TLS 1.0",
    {
      severity: "medium",
      cvss_score: 4.8,
      risk: "TLS 1.0 has known weaknesses, is forbidden by standards such as PCI DSS, and lets attackers lower the protection of newer clients.",
    },
    8996,
  ),
  protocol_tls11: outdated(
    "TLS 1.1",
    {
      severity: "low",
      cvss_score: 3.7,
      risk: "TLS 1.1 relies on SHA-1 and lacks modern ciphers; standards no longer permit it.",
    },
    8996,
  ),
} as const satisfies Record<string, Rule>;

/** Rules about suites and key exchanges. */
export const suiteRules = {
  suites_broken: issue({
    title: "Broken cipher suites accepted",
    description:
      "The server agreed to suites with no encryption, no authentication, export keys, RC4, DES, triple DES or MD5. Clients that offer them get connections that do not protect.",
    severity: "medium",
    cwe_id: "CWE-327",
    cvss_score: 5.9,
    risk: "Who can listen in or interfere on the way may read or change the traffic of clients that are led to such a suite.",
    remediation: "Accept suites with forward secrecy and authenticated encryption only.",
    steps: [
      "Take a current list of suites, such as the intermediate one of Mozilla's generator.",
      "Set it on the server, its load balancer and its CDN.",
      "Test that the clients you serve still connect.",
      "Rescan and see that the broken suites are refused.",
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc9325#section-4", "https://ssl-config.mozilla.org/", cwe(327)],
  }),
  no_forward_secrecy: issue({
    title: "No forward secrecy",
    description: "The server refused every suite whose session keys do not depend on the certificate's key alone.",
    severity: "low",
    cwe_id: "CWE-327",
    cvss_score: 3.7,
    risk: "Who records the traffic today can read all of it once the certificate's key is stolen or broken.",
    remediation: "Offer ECDHE suites, or TLS 1.3, which has nothing else.",
    steps: [
      "Turn TLS 1.3 on where the server knows it.",
      "Put ECDHE suites with AES-GCM or ChaCha20 first for TLS 1.2.",
      "Remove the suites with RSA key exchange once no client needs them.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc9325#section-4.1", "https://ssl-config.mozilla.org/", cwe(327)],
  }),
  dh_weak: issue({
    title: "Weak Diffie-Hellman group",
    description: "The server's finite-field Diffie-Hellman key exchange uses a prime of less than 2048 bits.",
    severity: "medium",
    cwe_id: "CWE-326",
    cvss_score: 5.9,
    risk: "Groups of 1024 bits are in reach of well-funded attackers, smaller ones of anyone (Logjam); one computation opens every connection that uses the group.",
    remediation: "Use ECDHE instead, or a group of at least 2048 bits.",
    steps: [
      "Prefer ECDHE suites and turn DHE off if no client needs it.",
      "Else set a group of RFC 7919 (ffdhe2048 or larger) on the server.",
      "Do the same on load balancers and mail servers, which often have a setting of their own.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc7919", "https://weakdh.org/", cwe(326)],
  }),
  tls13_missing: issue({
    title: "TLS 1.3 not offered",
    description: "The server chose an older version although TLS 1.3 was offered to it.",
    severity: "info",
    cwe_id: null,
    cvss_score: 0,
    risk: "None at once where TLS 1.2 is set up well; TLS 1.3 leaves out what went wrong before and is faster.",
    remediation: "Turn TLS 1.3 on.",
    steps: [
      "Check whether the server's TLS library is recent enough (OpenSSL 1.1.1 and later).",
      "Turn TLS 1.3 on beside TLS 1.2.",
      "Do the same on the load balancer and the CDN.",
      RESCAN,
    ],
    references: ["https://www.rfc-editor.org/rfc/rfc8446", CHEAT_SHEET],
  }),
} as const satisfies Record<string, Rule>;

/** Rules of the TLS scanner. */
export const tlsRules = { ...certificateRules, ...protocolRules, ...suiteRules };

export type CertificateRule = keyof typeof certificateRules;
