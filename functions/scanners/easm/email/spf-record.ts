import ipaddr from "ipaddr.js";

export type SpfQualifier = "+" | "-" | "~" | "?";

const mechanisms = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"] as const;
export type SpfMechanism = (typeof mechanisms)[number];

export interface SpfDirective {
  readonly qualifier: SpfQualifier;
  readonly mechanism: SpfMechanism;
  /** The domain that the mechanism names, lower case, possibly with macros; null when it names none. */
  readonly domain: string | null;
  /** The network of `ip4` and `ip6`, null otherwise. */
  readonly network: { readonly address: string; readonly bits: number } | null;
}

/** An SPF record taken apart. `errors` are one line each; any of them makes receivers ignore the whole record. */
export interface SpfRecord {
  readonly directives: readonly SpfDirective[];
  readonly redirect: string | null;
  readonly errors: readonly string[];
}

/** True for the text of an SPF record: version, then a space or the end (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

/** Takes a record apart by the grammar of RFC 7208 section 12. Unknown modifiers are skipped, as section 6 demands. */
export function parseSpf(text: string): SpfRecord {
  const directives: SpfDirective[] = [];
  const errors: string[] = [];
  const redirects: string[] = [];
  for (const term of text.split(" ").slice(1).filter(Boolean)) {
    const [, modifier, value = ""] = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(term) ?? [];
    if (modifier !== undefined) {
      if (modifier.toLowerCase() === "redirect") redirects.push(value.toLowerCase());
      continue;
    }
    const directive = parseDirective(term);
    if (directive) directives.push(directive);
    else errors.push(`"${term.slice(0, 80)}" is no mechanism of SPF`);
  }
  if (redirects.length > 1) errors.push("more than one redirect");
  if (redirects.includes("")) errors.push("a redirect without a domain");
  return { directives, redirect: redirects[0] || null, errors };
}

const needsDomain = new Set<SpfMechanism>(["include", "exists"]);
const mayHaveDomain = new Set<SpfMechanism>(["include", "exists", "a", "mx", "ptr"]);
const mayHavePrefix = new Set<SpfMechanism>(["a", "mx"]);

function parseDirective(term: string): SpfDirective | null {
  // Within the braces of a macro a slash is a delimiter (section 7.1), elsewhere it begins a prefix length.
  const [, sign = "", name = "", argument, prefix] =
    /^([+?~-]?)([a-z0-9]+)(?::((?:%\{[^{}]*\}|[^/])+))?((?:\/.*)?)$/i.exec(term) ?? [];
  const mechanism = mechanisms.find((known) => known === name.toLowerCase());
  if (mechanism === undefined) return null;
  const qualifier = qualifierOf(sign);
  if (mechanism === "ip4" || mechanism === "ip6") {
    const network = parseNetwork(mechanism, argument ?? "", prefix ?? "");
    return network && { qualifier, mechanism, domain: null, network };
  }
  if (needsDomain.has(mechanism) && argument === undefined) return null;
  if (!mayHaveDomain.has(mechanism) && argument !== undefined) return null;
  if (prefix && !(mayHavePrefix.has(mechanism) && /^(\/\d{1,2})?(\/\/\d{1,3})?$/.test(prefix))) return null;
  return { qualifier, mechanism, domain: argument?.toLowerCase().replace(/\.$/, "") ?? null, network: null };
}

function qualifierOf(sign: string): SpfQualifier {
  switch (sign) {
    case "-":
    case "~":
    case "?":
      return sign;
    default:
      return "+";
  }
}

function parseNetwork(family: "ip4" | "ip6", address: string, prefix: string): SpfDirective["network"] {
  const bitsMax = family === "ip4" ? 32 : 128;
  const isAddress =
    family === "ip4"
      ? ipaddr.IPv4.isValidFourPartDecimal(address)
      : ipaddr.IPv6.isValid(address) && !address.includes("%");
  if (!isAddress || !/^(\/\d{1,3})?$/.test(prefix)) return null;
  const bits = prefix === "" ? bitsMax : Number(prefix.slice(1));
  return bits > bitsMax ? null : { address, bits };
}
