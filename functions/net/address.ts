import { isIP, isIPv4 } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/**
 * The one spelling of an address that all checks compare: dotted quad for IPv4 and for IPv4-mapped IPv6
 * (`::ffff:10.0.0.1` connects to 10.0.0.1, so it must be judged as that), RFC 5952 for other IPv6. Null for anything
 * else, zone identifiers and the numeric spellings of inet_aton (`0x7f.1`, `2130706433`) included.
 */
export function canonicalAddress(text: string): string | null {
  if (isIP(text) === 0 || text.includes("%")) return null;
  if (isIPv4(text)) return text;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toString();
}

/** An address or CIDR as its network address and prefix length; null when it is neither. Host bits are cleared by the reader. */
export function canonicalRange(text: string): { readonly address: string; readonly bits: number } | null {
  const [addressText = "", bitsText] = text.split("/");
  const address = canonicalAddress(addressText);
  if (address === null) return null;
  const bitsMax = isIPv4(address) ? 32 : 128;
  if (bitsText === undefined) return { address, bits: bitsMax };
  if (!/^\d{1,3}$/.test(bitsText) || Number(bitsText) > bitsMax) return null;
  return { address, bits: Number(bitsText) };
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
