import { X509Certificate } from "node:crypto";
import type { Json } from "../../../domain/json.ts";
import type { CertificateRule } from "./rules.ts";

const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 14;
const RSA_BITS_MIN = 2048;
const EC_BITS_MIN = 224;
const WEAK_SIGNATURE = /md[25]|sha-?1(?!\d)/i;

/** A weakness of a chain. */
export interface CertificateVerdict {
  readonly rule: CertificateRule;
  readonly evidence: Readonly<Record<string, Json>>;
}

/** A chain as it was sent, leaf first, with OpenSSL's reason not to trust it (null when it is trusted). */
export interface SentChain {
  readonly leaf: X509Certificate;
  readonly others: readonly X509Certificate[];
  readonly untrusted: string | null;
}

/** Reads DER certificates; null when the leaf cannot be read. Unreadable others are left out. */
export function readChain(chain: readonly Buffer[], untrusted: string | null): SentChain | null {
  const [leaf, ...others] = chain.map((der) => {
    try {
      return new X509Certificate(der);
    } catch {
      return null;
    }
  });
  return leaf ? { leaf, others: others.filter((each) => each !== null), untrusted } : null;
}

/**
 * Judges each property of a chain by itself, since OpenSSL reports only the first fault that it meets. An expired leaf
 * is reported as that alone and not as untrusted too: renewing it is the first thing to do.
 */
export const judgeChain = (sent: SentChain, now: Date): readonly CertificateVerdict[] => [
  ...judgeTime(sent, now),
  ...judgeTrust(sent, now),
  ...judgeKey(sent.leaf),
  ...judgeSignatures(sent),
];

/** The mismatch of the leaf with the name it was asked for (RFC 9525); null when it fits. */
export function judgeName({ leaf }: SentChain, name: string): CertificateVerdict | null {
  if (leaf.checkHost(name, { subject: "default", partialWildcards: false }) !== undefined) return null;
  return {
    rule: "certificate_name_mismatch",
    evidence: { asked_for: name, valid_for: [...namesOf(leaf).slice(0, 20)] },
  };
}

/** DNS names of the subject alternative name, in its order. */
export const namesOf = (certificate: X509Certificate): readonly string[] =>
  (certificate.subjectAltName ?? "")
    .split(/,\s*/)
    .filter((entry) => entry.startsWith("DNS:"))
    .map((entry) => entry.slice("DNS:".length).toLowerCase());

function judgeTime({ leaf }: SentChain, now: Date): readonly CertificateVerdict[] {
  const days = (leaf.validToDate.getTime() - now.getTime()) / DAY_MS;
  const evidence = { not_after: leaf.validToDate.toISOString() };
  if (days < 0) return [{ rule: "certificate_expired", evidence }];
  if (days < EXPIRING_DAYS) return [{ rule: "certificate_expiring", evidence }];
  return [];
}

function judgeTrust({ leaf, others, untrusted }: SentChain, now: Date): readonly CertificateVerdict[] {
  if (untrusted === null || leaf.validToDate < now || leaf.validFromDate > now) return [];
  if (isSelfSigned(leaf)) {
    return [{ rule: "certificate_self_signed", evidence: { subject: oneLine(leaf.subject) } }];
  }
  const last = lastOfPath(leaf, others);
  const evidence = { reason: untrusted, issuer: oneLine(last.issuer), sent: others.length + 1 };
  // Public authorities say where on the web the next certificate can be had (AIA, RFC 5280 4.2.2.1): then it was only
  // not sent. A directory (ldap:) is what the private authority of a company names.
  const isIncomplete = !isSelfSigned(last) && /CA Issuers - URI:https?:/i.test(last.infoAccess ?? "");
  return [{ rule: isIncomplete ? "chain_incomplete" : "certificate_untrusted", evidence }];
}

/** Follows the issuers from the leaf as far as the sent certificates reach. */
function lastOfPath(leaf: X509Certificate, others: readonly X509Certificate[]): X509Certificate {
  let last = leaf;
  for (let steps = 0; steps < others.length && !isSelfSigned(last); steps++) {
    const issuer = others.find((each) => isIssuedBy(last, each));
    if (issuer === undefined) break;
    last = issuer;
  }
  return last;
}

function judgeKey(leaf: X509Certificate): readonly CertificateVerdict[] {
  const { asymmetricKeyType: type = "unknown", asymmetricKeyDetails: details } = leaf.publicKey;
  const isRsa = type === "rsa" || type === "rsa-pss";
  const curve = type === "ec" ? (details?.namedCurve ?? "") : "";
  const bits = type === "ec" ? Number(/\d{3}/.exec(curve)?.[0] ?? EC_BITS_MIN) : (details?.modulusLength ?? null);
  const isWeak = bits !== null && ((isRsa && bits < RSA_BITS_MIN) || (type === "ec" && bits < EC_BITS_MIN));
  if (!isWeak && type !== "dsa") return [];
  return [{ rule: "certificate_weak_key", evidence: { type, bits, curve: curve || null } }];
}

/** Kind and size of a certificate's key, as `RSA 2048`, `EC prime256v1` or `ED25519`. */
export function keyOf({ publicKey }: X509Certificate): string {
  const { asymmetricKeyType: type = "unknown", asymmetricKeyDetails: details } = publicKey;
  return [type.toUpperCase(), details?.namedCurve ?? details?.modulusLength].filter(Boolean).join(" ");
}

/** Signatures of the leaf and of intermediates; a root is trusted by itself, whatever its signature. */
function judgeSignatures({ leaf, others }: SentChain): readonly CertificateVerdict[] {
  const weak = [leaf, ...others.filter((each) => !isSelfSigned(each))].find((each) =>
    WEAK_SIGNATURE.test(each.signatureAlgorithm ?? ""),
  );
  if (weak === undefined) return [];
  const evidence = { subject: oneLine(weak.subject), signature: weak.signatureAlgorithm ?? "" };
  return [{ rule: "certificate_weak_signature", evidence }];
}

const isSelfSigned = (certificate: X509Certificate): boolean => isIssuedBy(certificate, certificate);

/** By name and signature; key usage and the like are not asked, as self-made certificates get them wrong. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (certificate.issuer !== issuer.subject) return false;
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** A distinguished name on one line, at most 300 characters. */
export const oneLine = (name: string): string => name.replaceAll("\n", ", ").slice(0, 300);
