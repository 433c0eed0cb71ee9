import { isIP } from "node:net";
import { inScope, type Scope } from "../domain/scope.ts";
import { parseRange } from "../domain/seed.ts";
import { asciiName, canonicalAddress } from "./address.ts";

/** Answers kept, so that thousands of probes of one host judge it once; far above the hosts of one task. */
const MEMORY_MAX = 20_000;

export interface ScopeCheck {
  /** Is the host name or address within the seeds and not excluded? */
  allows(host: string): boolean;
  /** Is the host name or address among what must not be touched? */
  excludes(host: string): boolean;
}

/**
 * The scope of one scan. Names are compared label by label (`notexample.com` is not below `example.com`), whatever
 * their case, final dot or IDNA form; an exclusion wins. An address of an odd spelling is never in scope.
 */
export function createScope(scope: Scope): ScopeCheck {
  const canonical: Scope = {
    domains: scope.domains.map(canonicalEntry),
    ranges: scope.ranges.map(canonicalEntry),
    exclude: scope.exclude.map(canonicalEntry),
  };
  const everything: Scope = { domains: [], ranges: ["0.0.0.0/0", "::/0"], exclude: canonical.exclude };
  const allows = remembered((host) => inScope(host, canonical));
  const excludes = remembered((host) => {
    const seeds = isIP(host) === 0 ? { ...everything, domains: [host] } : everything;
    return !inScope(host, seeds);
  });
  return {
    allows: (host) => onCanonical(host, false, allows),
    excludes: (host) => onCanonical(host, true, excludes),
  };
}

/** Host name in lower case ASCII without the final dot, or canonical address; null when it is neither. */
export function canonicalHost(host: string): string | null {
  const address = canonicalAddress(host);
  if (address !== null) return address;
  if (isIP(host) !== 0) return null;
  const ascii = asciiName(host);
  const isName = ascii.length <= 253 && ascii.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  const endsInNumber = /(^|\.)(\d+|0x[0-9a-f]*)$/.test(ascii);
  return isName && !endsInNumber ? ascii : null;
}

const canonicalEntry = (entry: string): string => parseRange(entry.toLowerCase()) ?? canonicalHost(entry) ?? entry;

function onCanonical(host: string, otherwise: boolean, check: (host: string) => boolean): boolean {
  const canonical = canonicalHost(host);
  return canonical === null ? otherwise : check(canonical);
}

function remembered(check: (host: string) => boolean): (host: string) => boolean {
  const answers = new Map<string, boolean>();
  return (host) => {
    const known = answers.get(host);
    if (known !== undefined) return known;
    const answer = check(host);
    if (answers.size < MEMORY_MAX) answers.set(host, answer);
    return answer;
  };
}
