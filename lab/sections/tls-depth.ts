import type { Decoy, HttpsService, LabHost, Section, Truth } from "../model.ts";
import { homeSite } from "../web/site.ts";

type Tls = Pick<HttpsService, "certificate" | "newest" | "ciphers" | "dhBits" | "staple">;

const host = (name: string, tls: Tls): LabHost => ({
  names: [`${name}.acme.test`],
  services: [{ kind: "https", port: 8443, respond: homeSite("Acme"), ...tls }],
});

const truth = (name: string, rule: string, why: string): Truth => ({
  rule: `easm.tls.${rule}`,
  host: `${name}.acme.test`,
  port: 8443,
  why,
});

const decoysOn = (name: string, rules: readonly string[], why: string): readonly Decoy[] =>
  rules.map((rule) => ({ resembles: `easm.tls.${rule}`, host: `${name}.acme.test`, port: 8443, why }));

const all = ["suites_broken", "no_forward_secrecy", "dh_weak", "tls13_missing", "certificate_revoked"];

/** Suites, key exchanges and revocation: one fault a host, and hosts that come close without one. */
export const tlsDepth: Section = {
  hosts: [
    host("ssl", { ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-NULL-SHA:AECDH-AES128-SHA:@SECLEVEL=0" }),
    host("ops", { certificate: "rsa_2048", newest: "TLSv1.2", ciphers: "AES128-GCM-SHA256:AES256-GCM-SHA384" }),
    host("edge", {
      certificate: "rsa_2048",
      ciphers: "ECDHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0",
      dhBits: 1024,
    }),
    host("ocsp", { staple: "revoked" }),
    host("crl", {
      certificate: "rsa_2048",
      ciphers: "DHE-RSA-AES128-GCM-SHA256:AES128-GCM-SHA256",
      dhBits: 2048,
      staple: "good",
    }),
  ],
  truths: [
    truth("ssl", "suites_broken", "Agrees to suites without encryption and without a certificate."),
    truth("ops", "no_forward_secrecy", "Has RSA key exchange alone."),
    truth("ops", "tls13_missing", "Speaks TLS 1.2 at most."),
    truth("edge", "dh_weak", "A group of 1024 bits."),
    truth("ocsp", "certificate_revoked", "Staples its own revocation."),
  ],
  decoys: [
    ...decoysOn("crl", all, "A sound group, RSA key exchange as a fallback, and a staple that says good."),
    ...decoysOn("account", all, "Speaks TLS 1.3 only."),
    ...decoysOn("shop", all, "Nothing is wrong with it."),
  ],
};
