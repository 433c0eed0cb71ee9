import { keySecret } from "../domain/keys.ts";
import { type Needle, needleOf } from "./needle.ts";

/** Shorter values are no secrets: they would be found in half of all words. */
export const SECRET_CHARS_MIN = 8;

/**
 * What a secret is looked for by: itself, in JSON (once and twice), in URLs and forms, in hex, and in base64 and base64url
 * at each of the three places in which it can begin there. Of a Palisade key it is the secret part, so that its public
 * prefix stays to be read. None for a value of less than 8 characters.
 */
export function needlesOf(value: string): readonly Needle[] {
  const secret = keySecret(value) ?? value;
  if (secret.length < SECRET_CHARS_MIN) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const forms = new Set([
    secret,
    escaped(secret),
    escaped(escaped(secret)),
    ...inUrls(secret),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((shift) => inBase64(bytes, shift)),
  ]);
  return [...forms].map(needleOf);
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Escaped for a path or a query, and for a form, with digits of either case. */
function inUrls(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const spellings = [encodeURIComponent(text), new URLSearchParams([["", text]]).toString().slice(1)];
  return spellings.flatMap((one) => [one, one.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())]);
}

const BITS_PER_DIGIT = 6;

/** The digits that are the secret's alone when so many other bytes stand before it in the last group of three. */
function inBase64(bytes: Buffer, shift: number): readonly string[] {
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
  const first = Math.ceil((shift * 8) / BITS_PER_DIGIT);
  const last = Math.floor((shifted.length * 8) / BITS_PER_DIGIT);
  return [shifted.toString("base64"), shifted.toString("base64url")].map((text) => text.slice(first, last));
}
