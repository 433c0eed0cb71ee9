import ipaddr from "ipaddr.js";

/** SOCKS version 5 (RFC 1928), as far as a relay speaks it: no authentication, CONNECT, addresses. */

/** Largest greeting and request together: 257 and 262 bytes. */
export const SOCKS_REQUEST_BYTES_MAX = 519;

const VERSION = 5;
const CONNECT = 1;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };
const DOMAIN_TYPE = 3;

/** Length of the client's greeting; "more" while it is not whole, null when it is none or demands authentication. */
export function greeting(bytes: Buffer): number | "more" | null {
  const [version, methods] = bytes;
  if (version !== undefined && version !== VERSION) return null;
  if (methods === undefined || bytes.length < 2 + methods) return "more";
  return bytes.subarray(2, 2 + methods).includes(0) ? 2 + methods : null;
}

/** Where the client wants to connect to: an address or a name. "more" while the request is not whole, null when it is another. */
export function askedOf(bytes: Buffer): { host: string; port: number } | "more" | null {
  const [version, command, , type, first] = bytes;
  if ((version !== undefined && version !== VERSION) || (command !== undefined && command !== CONNECT)) return null;
  if (type === undefined || first === undefined) return "more";
  const isName = type === DOMAIN_TYPE;
  const length = isName ? first : ADDRESS_BYTES[type];
  if (length === undefined) return null;
  const start = isName ? 5 : 4;
  if (bytes.length < start + length + 2) return "more";
  const host = bytes.subarray(start, start + length);
  return {
    host: isName ? host.toString("latin1") : ipaddr.fromByteArray([...host]).toString(),
    port: bytes.readUInt16BE(start + length),
  };
}

const CODES = { granted: 0, "not allowed": 2, unreachable: 4 } as const;

/** The answer to a request; the address in it, which nobody needs, is left empty. */
export const reply = (outcome: keyof typeof CODES): Buffer =>
  Buffer.of(VERSION, CODES[outcome], 0, 1, 0, 0, 0, 0, 0, 0);
