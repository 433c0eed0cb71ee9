import { isIP, isIPv4 } from "node:net";
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
