import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * API keys: `pal_<kind>_<12 base62>_<43 base62><6 base62>`. The part before the last `_` is the public prefix, by which
 * a key is looked up and shown; the 43 characters carry 256 random bits; the last 6 are the CRC-32 of all before them,
 * so that a typing error is refused without a read and secret scanners can tell a key from a look-alike.
 */
export type KeyKind = "adm" | "org";

/** Random bytes that `mintKey` takes: 8 for the prefix, 32 for the secret. */
export const KEY_ENTROPY_BYTES = 40;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_PATTERN = /^(pal_(?:adm|org)_[0-9A-Za-z]{12})_[0-9A-Za-z]{49}$/;

/** Makes a key from fresh random bytes. Returns the whole key, to be shown once, and its public prefix. */
export function mintKey(kind: KeyKind, entropy: Uint8Array): { readonly key: string; readonly prefix: string } {
  if (entropy.length !== KEY_ENTROPY_BYTES) throw new RangeError(`a key needs ${KEY_ENTROPY_BYTES} random bytes`);
  const prefix = `pal_${kind}_${base62(entropy.subarray(0, 8), 12)}`;
  const body = `${prefix}_${base62(entropy.subarray(8), 43)}`;
  return { key: body + checksum(body), prefix };
}

/** The public prefix of a key of the given kind, or null when the text cannot be such a key. */
export function keyPrefix(kind: KeyKind, key: string): string | null {
  const prefix = KEY_PATTERN.exec(key)?.[1];
  if (!prefix?.startsWith(`pal_${kind}_`)) return null;
  return checksum(key.slice(0, -6)) === key.slice(-6) ? prefix : null;
}

/** Keys in a text, also where one runs into another. */
const KEYS_WITHIN = /(?=(pal_(?:adm|org)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}))/g;

/** Does a text hold a whole key, with the right checksum, whether or not it was ever given out? */
export const holdsKey = (text: string): boolean =>
  [...text.matchAll(KEYS_WITHIN)].some(([, key = ""]) => checksum(key.slice(0, -6)) === key.slice(-6));

/** The part of a key that is secret, by its form alone; null when the text has another form. */
export const keySecret = (key: string): string | null =>
  KEY_PATTERN.test(key) ? key.slice(key.lastIndexOf("_") + 1) : null;

/** Secret parts of keys, and what is left of them when they were cut or mistyped. */
export const SECRET_PARTS = /(?<=pal_(?:adm|org)_[0-9A-Za-z]{12}_)[0-9A-Za-z]+/gi;

/** A text in which only the public prefix is left of every key. */
export const withoutKeys = (text: string): string => text.replaceAll(SECRET_PARTS, "...");

/** HMAC-SHA-256 of the key under its own salt, hex. A 256-bit secret needs no slow hash. */
export const keyDigest = (key: string, salt: string): string => createHmac("sha256", salt).update(key).digest("hex");

/** Compares without telling by its duration where the difference is. Texts of any length. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const checksum = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base62(bytes, 6);
};

function base62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (text.length < length) {
    text = ALPHABET.charAt(Number(number % 62n)) + text;
    number /= 62n;
  }
  return text;
}
