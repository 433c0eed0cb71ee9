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

/** An address or CIDR in canonical form (host bits cleared), else null. */
export function parseRange(text: string): string | null {
  if (!/^[0-9a-f.:]+(\/\d{1,3})?$/.test(text)) return null;
  const [address = "", length] = text.split("/");
  const isDottedQuad = /^\d{1,3}(\.\d{1,3}){3}$/.test(address);
  if (!(isDottedQuad ? ipaddr.IPv4.isValid(address) : ipaddr.IPv6.isValid(address))) return null;
  const family = isDottedQuad ? ipaddr.IPv4 : ipaddr.IPv6;
  if (length === undefined) return family.parse(address).toString();
  if (Number(length) > (isDottedQuad ? 32 : 128)) return null;
  return `${family.networkAddressFromCIDR(text).toString()}/${Number(length)}`;
}

const isKeyword = (text: string): boolean =>
  text.length <= KEYWORD_LENGTH_MAX && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'+_-]*$/u.test(text);
