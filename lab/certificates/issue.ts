// The decorators that @peculiar/x509 registers its classes with need this before they load.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { type Authority, DAY_MS, ecAlgorithm, newAuthority, serialNumber } from "./authority.ts";

/** How a certificate is, or is not, what it should be. */
export type CertificateKind =
  | "good"
  | "wildcard"
  | "with_root"
  | "renewed_late"
  | "expired"
  | "expiring"
  | "other_name"
  | "self_signed"
  | "unknown_root"
  | "no_intermediate"
  | "rsa_1024"
  | "rsa_2048"
  | "sha_1";

/** PEM texts as `tls.createServer` takes them; `cert` holds the chain as it is sent, leaf first. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

/** Issues certificates of one lab, all judged from the same moment. */
export interface Issuer {
  readonly rootCertificate: string;
  issue(kind: CertificateKind, names: readonly string[]): Promise<Credentials>;
}

const rsa = (modulusLength: number) => ({
  name: "RSASSA-PKCS1-v1_5",
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
});

const keyAlgorithm = (kind: CertificateKind) => {
  if (kind === "rsa_1024") return rsa(1024);
  return kind === "rsa_2048" ? rsa(2048) : ecAlgorithm;
};

/** Suites without forward secrecy encrypt with the key, too. */
const usagesOf = (kind: CertificateKind): x509.KeyUsageFlags =>
  kind === "rsa_2048"
    ? x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment
    : x509.KeyUsageFlags.digitalSignature;

/** First and last day of validity, in days from now. */
const validity = (kind: CertificateKind): readonly [number, number] => {
  if (kind === "expired") return [-100, -10];
  if (kind === "expiring") return [-85, 5];
  // Old, but more than the two weeks away at which a renewal counts as late.
  if (kind === "renewed_late") return [-70, 20];
  return [-10, 80];
};

/** Names the certificate is for, given the names of the host that will use it. */
const subjectNames = (kind: CertificateKind, names: readonly string[]): readonly string[] => {
  if (kind === "other_name") return ["www.parked-elsewhere.test"];
  if (kind === "wildcard") return [...new Set(names.map((name) => name.replace(/^[^.]+/, "*")))];
  return names;
};

const chainOf = (kind: CertificateKind, leaf: x509.X509Certificate, authority: Authority): x509.X509Certificate[] => {
  if (kind === "self_signed" || kind === "no_intermediate") return [leaf];
  if (kind === "with_root" || kind === "unknown_root") return [leaf, authority.intermediate, authority.root];
  return [leaf, authority.intermediate];
};

/** @param now the moment all dates are counted from. */
export async function newIssuer(now: Date): Promise<Issuer> {
  const trusted = await newAuthority("Palisade Lab", now);
  const unknown = await newAuthority("Unheard-of Trust Services", now);

  async function issue(kind: CertificateKind, names: readonly string[]): Promise<Credentials> {
    const authority = kind === "unknown_root" ? unknown : trusted;
    const keys = await webcrypto.subtle.generateKey(keyAlgorithm(kind), true, ["sign", "verify"]);
    const subjects = subjectNames(kind, names);
    const [firstDay, lastDay] = validity(kind);
    const selfSigned = kind === "self_signed";
    const subject = `CN=${subjects[0] ?? "lab.test"}`;
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject,
      issuer: selfSigned ? subject : authority.intermediate.subject,
      notBefore: new Date(now.getTime() + firstDay * DAY_MS),
      notAfter: new Date(now.getTime() + lastDay * DAY_MS),
      publicKey: keys.publicKey,
      signingKey: selfSigned ? keys.privateKey : authority.signingKey,
      signingAlgorithm: kind === "sha_1" ? { ...ecAlgorithm, hash: "SHA-1" } : ecAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(usagesOf(kind), true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(subjects.map((value) => ({ type: "dns", value }))),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
        ...(selfSigned ? [] : [await x509.AuthorityKeyIdentifierExtension.create(authority.intermediate.publicKey)]),
        // A leaf without its intermediate is told from one of an unknown authority by where the issuer can be had.
        ...(kind === "no_intermediate"
          ? [new x509.AuthorityInfoAccessExtension({ caIssuers: "http://pki.lab-trust.test/issuing.cer" })]
          : []),
      ],
    });
    const privateKey = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
    return {
      cert: chainOf(kind, leaf, authority)
        .map((certificate) => certificate.toString("pem"))
        .join("\n"),
      key: x509.PemConverter.encode(privateKey, "PRIVATE KEY"),
    };
  }

  return { rootCertificate: trusted.root.toString("pem"), issue };
}

let shared: Promise<Issuer> | null = null;
const issued = new Map<string, Promise<Credentials>>();

/** The issuer of this process; labs started one after another share its authority and its certificates. */
export const sharedIssuer = async (now: Date): Promise<Issuer> => {
  shared ??= newIssuer(now);
  const issuer = await shared;
  return {
    rootCertificate: issuer.rootCertificate,
    issue(kind, names) {
      const key = [kind, ...names].join(" ");
      const known = issued.get(key) ?? issuer.issue(kind, names);
      issued.set(key, known);
      return known;
    },
  };
};
