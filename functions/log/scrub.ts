import { SECRET_PARTS } from "../domain/keys.ts";
import { endsOf, type Needle } from "./needle.ts";

/** What stands in the place of a secret. */
export const HIDDEN = "...";

/** Names of fields whose value is a secret, whatever it looks like. */
const SECRET_NAMES =
  "(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{1,32}-key|(?:[a-z_]{1,16}_)?secret_?access_?key|(?:[a-z_]{1,16}_)?session_?token|(?:x-amz-)?security-?token|secret_?(?:string|binary)|signing_?secret|password";

const SECRET_FIELD = new RegExp(`^(?:${SECRET_NAMES}|token)$`, "i");

/** Is the value of a field of this name a secret, whatever it looks like? */
export const isSecretField = (name: string): boolean => SECRET_FIELD.test(name);

/**
 * Secrets that show by themselves: the part of a Palisade key behind its public prefix, keys of webhooks, credentials of an
 * Authorization header, key ids of AWS, and what stands behind the name of a secret in JSON, XML, URLs and lists of headers.
 * Each pattern matches the secret alone and looks a bounded way back, so that no text takes long.
 */
const shapes: readonly RegExp[] = [
  SECRET_PARTS,
  /(?<=whsec_)[0-9A-Za-z+/=_-]{8,}/gi,
  /(?<=\b(?:bearer|basic)[ \t]{1,4})[0-9A-Za-z._~+/=-]{8,}/gi,
  /(?<=\b(?:AKIA|ASIA))[0-9A-Z]{16}\b/g,
  new RegExp(`(?<=(?:${SECRET_NAMES})\\\\{0,4}["']?\\s{0,4}[:=>]\\s{0,4}\\\\{0,4}["']?)[^\\s"'\\\\,;<>&]{8,}`, "gi"),
];

/** Characters beyond the limit in which the shape of a secret before it can be recognized. */
const SHAPE_CHARS_MAX = 256;

/**
 * The first `charsMax` characters of a text without secrets: neither those that show by themselves nor those of the
 * needles. A secret that begins before the limit and ends behind it is taken out as well.
 */
export function scrub(text: string, needles: readonly Needle[], charsMax: number): string {
  const longest = needles.reduce((most, needle) => Math.max(most, needle.text.length), SHAPE_CHARS_MAX);
  const seen = text.slice(0, charsMax + longest);
  const secrets: { readonly start: number; readonly end: number }[] = [];
  for (const needle of needles)
    for (const end of endsOf(needle, seen)) secrets.push({ start: end - needle.text.length, end });
  for (const shape of shapes)
    for (const { index, 0: secret } of seen.matchAll(shape)) secrets.push({ start: index, end: index + secret.length });
  let clean = "";
  let done = 0;
  for (const { start, end } of secrets.sort((one, other) => one.start - other.start)) {
    if (start >= charsMax) break;
    if (start >= done) clean += seen.slice(done, start) + HIDDEN;
    done = Math.max(done, end);
  }
  clean += seen.slice(done, charsMax);
  return text.length > charsMax ? `${clean}... (${text.length} characters)` : clean;
}
