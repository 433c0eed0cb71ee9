import type { CertificateKind } from "../certificates/issue.ts";
import type { Decoy, HttpsService, LabHost, Section } from "../model.ts";
import { homeSite } from "../web/site.ts";

/** A well-configured site behind the given TLS. */
const host = (name: string, port: number, tls: Pick<HttpsService, "certificate" | "oldest" | "ssl3">): LabHost => ({
  names: [name],
  services: [{ kind: "https", port, respond: homeSite("Acme"), ...tls }],
});

const certificateRules = [
  "certificate_expired",
  "certificate_expiring",
  "certificate_name_mismatch",
  "certificate_self_signed",
  "certificate_untrusted",
  "chain_incomplete",
  "certificate_weak_key",
  "certificate_weak_signature",
];
const protocolRules = ["protocol_sslv3", "protocol_tls10", "protocol_tls11"];

const decoysOn = (name: string, port: number, rules: readonly string[], why: string): readonly Decoy[] =>
  rules.map((rule) => ({ resembles: `easm.tls.${rule}`, host: name, port, why }));

const good = (name: string, port: number, certificate: CertificateKind): LabHost => host(name, port, { certificate });

/** Certificates and protocol versions: one fault a host, and hosts that come close without one. */
export const certificates: Section = {
  hosts: [
    host("store.acme.test", 8443, { certificate: "expired" }),
    host("vpn.acme.test", 8443, { certificate: "expiring" }),
    host("cdn.acme.test", 8443, { certificate: "other_name" }),
    host("dev.acme.test", 8443, { certificate: "self_signed" }),
    host("staging.acme.test", 8443, { certificate: "unknown_root" }),
    host("support.acme.test", 8443, { certificate: "no_intermediate" }),
    host("secure.acme.test", 8443, { certificate: "rsa_1024" }),
    host("sso.acme.test", 8443, { certificate: "sha_1" }),
    host("pay.acme.test", 8443, { ssl3: true }),
    host("old.acme.test", 8443, { oldest: "TLSv1" }),
    host("partner.acme.test", 8443, { oldest: "TLSv1.1" }),
    good("shop.acme.test", 8443, "wildcard"),
    good("media.acme.test", 9443, "with_root"),
    good("static.acme.test", 10443, "renewed_late"),
    host("account.acme.test", 8443, { oldest: "TLSv1.3" }),
  ],
  truths: [
    { rule: "easm.tls.certificate_expired", host: "store.acme.test", port: 8443, why: "Ended ten days ago." },
    { rule: "easm.tls.certificate_expiring", host: "vpn.acme.test", port: 8443, why: "Ends in five days." },
    { rule: "easm.tls.certificate_name_mismatch", host: "cdn.acme.test", port: 8443, why: "Is for another name." },
    { rule: "easm.tls.certificate_self_signed", host: "dev.acme.test", port: 8443, why: "Signed by its own key." },
    {
      rule: "easm.tls.certificate_untrusted",
      host: "staging.acme.test",
      port: 8443,
      why: "The whole chain is sent, its root is unknown.",
    },
    { rule: "easm.tls.chain_incomplete", host: "support.acme.test", port: 8443, why: "The intermediate is not sent." },
    { rule: "easm.tls.certificate_weak_key", host: "secure.acme.test", port: 8443, why: "RSA of 1024 bits." },
    { rule: "easm.tls.certificate_weak_signature", host: "sso.acme.test", port: 8443, why: "Signed over SHA-1." },
    { rule: "easm.tls.protocol_sslv3", host: "pay.acme.test", port: 8443, why: "Answers an SSL 3.0 hello." },
    { rule: "easm.tls.protocol_tls10", host: "old.acme.test", port: 8443, why: "Accepts TLS 1.0." },
    { rule: "easm.tls.protocol_tls11", host: "old.acme.test", port: 8443, why: "Accepts TLS 1.1." },
    { rule: "easm.tls.protocol_tls11", host: "partner.acme.test", port: 8443, why: "Accepts TLS 1.1, refuses 1.0." },
  ],
  decoys: [
    ...decoysOn("shop.acme.test", 8443, certificateRules, "A valid wildcard certificate covers the name."),
    ...decoysOn(
      "media.acme.test",
      9443,
      certificateRules,
      "The self-signed root is sent along; it is the trusted one.",
    ),
    ...decoysOn("static.acme.test", 10443, certificateRules, "Three weeks from its end, which is not yet late."),
    ...decoysOn("account.acme.test", 8443, certificateRules, "Nothing is wrong with it."),
    ...decoysOn("shop.acme.test", 8443, protocolRules, "Refuses with an alert what is older than TLS 1.2."),
    ...decoysOn("account.acme.test", 8443, protocolRules, "Speaks TLS 1.3 only."),
    ...decoysOn("static.acme.test", 10443, protocolRules, "Refuses with an alert what is older than TLS 1.2."),
    {
      resembles: "easm.tls.protocol_tls10",
      host: "partner.acme.test",
      port: 8443,
      why: "TLS 1.1 is the oldest it speaks.",
    },
    {
      resembles: "easm.tls.protocol_sslv3",
      host: "old.acme.test",
      port: 8443,
      why: "TLS 1.0 is the oldest it speaks.",
    },
  ],
};
