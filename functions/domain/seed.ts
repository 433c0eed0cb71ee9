import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { parse } from "tldts";
import type { DomainKind } from "./vocabulary.ts";

/** One seed of an org, as stored and shown. */
export interface SeedDomain {
  readonly id: string;
  readonly value: string;
  readonly kind: DomainKind;
}

/** Most seeds an org may have, and a request may carry. */
export const SEEDS_MAX = 500;

/** Suffixes that are not in the public suffix list and yet name hosts: reserved for tests by RFC 2606 and 6761. */
const SPECIAL_SUFFIXES = new Set(["test", "example", "invalid", "localhost"]);
const KEYWORD_LENGTH_MAX = 63;

/**
 * Normalises what a caller typed and tells its kind: addresses and CIDRs are `ip_range`, `AS<number>` is `asn`, a valid
 * host name with a known suffix is `domain`, anything else of at most 63 characters is `keyword`. Returns null when it is
 * none of them.
 */
export function parseSeed(input: string): { readonly value: string; readonly kind: DomainKind } | null {
  const text = input.trim().toLowerCase();
  const range = parseRange(text);
  if (range) return { value: range, kind: "ip_range" };
  if (/^as\d{1,10}$/.test(text) && Number(text.slice(2)) <= 4_294_967_295) return { value: text, kind: "asn" };
  const host = parseHost(text);
  if (host) return { value: host, kind: "domain" };
  return isKeyword(text) ? { value: text, kind: "keyword" } : null;
}

/** A host name in lower case ASCII (IDNA) with a known suffix and at least one label before it, else null. */
export function parseHost(text: string): string | null {
  // What follows a delimiter would be cut off by the conversion: "example.com/x" is no host name.
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(text)) return null;
  const ascii = domainToASCII(text.replace(/\.$/, ""));
  if (!ascii || ascii.length > 253) return null;
  const labels = ascii.split(".");
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) return null;
  if (SPECIAL_SUFFIXES.has(labels.at(-1) ?? "")) return ascii;
  const parsed = parse(ascii, { allowPrivateDomains: true });
  const suffixIsKnown = parsed.isIcann === true || parsed.isPrivate === true;
  return suffixIsKnown && parsed.domain ? ascii : null;
}

/** Bits of an IPv6 address before the IPv4 address that it maps (`::ffff:192.0.2.1`, RFC 4291). */
const MAPPED_BITS = 96;
const DOTTED_QUAD = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * An address or CIDR in the one form in which all checks compare it, else null: host bits cleared, dotted quad for IPv4
 * and for IPv4-mapped IPv6 (`::ffff:192.0.2.0/120` reaches 192.0.2.0/24, so it must be judged as that), compressed lower
 * case for other IPv6. Octal, hexadecimal and short forms of IPv4 are refused, as is a mapped address with a prefix that
 * is wider than all of IPv4.
 */
export function parseRange(text: string): string | null {
  if (!/^[0-9a-f.:]+(\/\d{1,3})?$/.test(text)) return null;
  const [written = "", length] = text.split("/");
  const address = parseAddress(written);
  if (!address) return null;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  const plain = mapped ? address.toIPv4Address() : address;
  if (length === undefined) return plain.toString();
  const bits = Number(length) - (mapped ? MAPPED_BITS : 0);
  const family = plain instanceof ipaddr.IPv4 ? { of: ipaddr.IPv4, bitsMax: 32 } : { of: ipaddr.IPv6, bitsMax: 128 };
  if (bits < 0 || bits > family.bitsMax) return null;
  return `${family.of.networkAddressFromCIDR(`${plain.toString()}/${bits}`).toString()}/${bits}`;
}

/** IPv4 has one spelling here: what a resolver may read as octal must not be judged as decimal. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (DOTTED_QUAD.test(text)) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null;
  const ending = text.slice(text.lastIndexOf(":") + 1);
  if (ending.includes(".") && !ipaddr.IPv4.isValidFourPartDecimal(ending)) return null;
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** Digits and dots alone are an address with a typing error, which as a keyword would never be scanned. */
const isKeyword = (text: string): boolean =>
  text.length <= KEYWORD_LENGTH_MAX && !/^[\d.]+$/.test(text) && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'+_-]*$/u.test(text);
