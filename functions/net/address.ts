import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { parseRange } from "../domain/seed.ts";

/**
 * The one spelling of an address that all checks compare, as `parseRange` gives it. Null for anything else, zone
 * identifiers and the numeric spellings of inet_aton (`0x7f.1`, `2130706433`) included.
 */
export const canonicalAddress = (text: string): string | null =>
  isIP(text) === 0 ? null : parseRange(text.toLowerCase());

/** An address or CIDR as its network address and prefix length; null when it is neither. */
export function canonicalRange(text: string): { readonly address: string; readonly bits: number } | null {
  const range = parseRange(text.toLowerCase());
  if (range === null) return null;
  const [address = "", bits] = range.split("/");
  return { address, bits: bits === undefined ? (address.includes(":") ? 128 : 32) : Number(bits) };
}

/** `host:port` with the brackets that IPv6 needs. */
export const hostPort = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * A host name in lower case ASCII (IDNA, UTS 46), without the final dot. Only names with other letters go through Node's
 * converter, which reads `example.com/x` as `example.com`: what is checked must be what is used. Not validated further;
 * an empty string when IDNA has no form of it.
 */
export function asciiName(name: string): string {
  const isAscii = /^\p{ASCII}*$/u.test(name);
  const ascii = isAscii ? name.toLowerCase() : /[/\\?#@:%\s]/.test(name) ? "" : domainToASCII(name);
  return ascii.length > 1 && ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
}
