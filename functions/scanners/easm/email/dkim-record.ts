import { createPublicKey } from "node:crypto";
import { fieldOf } from "./field.ts";

/** A DKIM key record taken apart (RFC 6376 section 3.6.1, RFC 8463). */
export interface DkimRecord {
  /** `rsa`, `ed25519`, or what else the record says. */
  readonly keyType: string;
  /** Bits of an RSA key, null for others and for what cannot be read. */
  readonly rsaBits: number | null;
  /** True for an empty `p`: the key was withdrawn. */
  readonly isRevoked: boolean;
  /** True for `t=y`: receivers treat signed mail as unsigned. */
  readonly isTest: boolean;
  /** Why receivers cannot use the record, one line each. */
  readonly errors: readonly string[];
}

/** True for a text at a selector's name that is meant to be a key record: it says so, or has a key. */
export const isDkim = (text: string): boolean => /^\s*v\s*=\s*DKIM1\s*(;|$)/i.test(text) || /(^|;)\s*p\s*=/.test(text);

/** Bytes of an Ed25519 public key (RFC 8463 section 4). */
const ED25519_BYTES = 32;

/** Takes a record apart for which `isDkim` holds. Unknown tags are ignored, as receivers do. */
export function parseDkim(text: string): DkimRecord {
  const errors: string[] = [];
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    if (part.trim() === "") continue;
    const [tag, value] = fieldOf(part, "=");
    if (!/^[a-z]\w*$/i.test(tag)) errors.push(`"${part.trim().slice(0, 80)}" is no tag`);
    else if (tags.has(tag)) errors.push(`the tag ${tag} stands twice`);
    else tags.set(tag, value);
  }
  const version = tags.get("v");
  if (version !== undefined && version !== "DKIM1") errors.push(`v is "${version.slice(0, 40)}"`);
  if (version !== undefined && [...tags.keys()][0] !== "v") errors.push("v is not the first tag");
  const keyType = (tags.get("k") ?? "rsa").toLowerCase();
  const isTest = (tags.get("t") ?? "").split(":").some((flag) => flag.trim().toLowerCase() === "y");
  const key = tags.get("p")?.replace(/\s+/g, "");
  if (key === undefined) errors.push("p is missing");
  const isRevoked = key === "";
  const rsaBits = key && keyType === "rsa" ? bitsOf(key) : null;
  if (key && keyType === "rsa" && rsaBits === null) errors.push("p holds no RSA key");
  if (key && keyType === "ed25519" && Buffer.from(key, "base64").length !== ED25519_BYTES)
    errors.push("p holds no Ed25519 key");
  return { keyType, rsaBits, isRevoked, isTest, errors };
}

/** Size of an RSA key, as SubjectPublicKeyInfo as all use it or as RSAPublicKey as the RFC has it; null for anything else. */
function bitsOf(base64: string): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  const key = Buffer.from(base64, "base64");
  for (const type of ["spki", "pkcs1"] as const) {
    try {
      return createPublicKey({ key, format: "der", type }).asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      // Not in this form.
    }
  }
  return null;
}
