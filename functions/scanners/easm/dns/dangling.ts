import { getDomain } from "tldts";
import type { Net } from "../../../net/net.ts";
import { settledOrNull } from "./answers.ts";
import type { Resolution } from "./resolution.ts";
import { takeoverProvider } from "./takeover-providers.ts";

/** An alias whose last target does not exist. */
export interface DanglingAlias {
  /** The names that the alias leads to, the missing one last. */
  readonly chain: readonly string[];
  readonly target: string;
  /** Who could make the missing name exist. */
  readonly claim:
    | { readonly by: "registration"; readonly domain: string }
    | { readonly by: "provider"; readonly provider: string }
    | { readonly by: "owner" }
    | { readonly by: "nobody_known" };
}

/** Suffixes below which the public cannot register: RFC 6761, RFC 6762, RFC 7686, and ICANN's and usual private ones. */
const UNREGISTRABLE = new Set(["local", "localhost", "internal", "invalid", "onion", "arpa", "lan", "corp", "home"]);

/**
 * The dangling alias that a name's resolution shows, null when there is none. Only NXDOMAIN of the target counts: a
 * target that exists without an address (RFC 8020) or that cannot be asked for is no proof. Asked for both address
 * types, because broken servers answer NXDOMAIN where only the type is missing.
 */
export async function danglingAlias({ chain, isMissing }: Resolution, net: Net): Promise<DanglingAlias | null> {
  const target = chain.at(-1);
  if (!isMissing || target === undefined) return null;
  const confirmations = await Promise.all([
    settledOrNull(net.dns, target, "A"),
    settledOrNull(net.dns, target, "AAAA"),
  ]);
  if (!confirmations.every((confirmation) => confirmation?.rcode === "NXDOMAIN")) return null;
  return { chain, target, claim: await claimOf(target, net) };
}

async function claimOf(target: string, net: Net): Promise<DanglingAlias["claim"]> {
  const provider = takeoverProvider(target);
  if (provider !== null) return { by: "provider", provider };
  const domain = getDomain(target);
  const suffix = target.split(".").at(-1) ?? "";
  if (domain !== null && !UNREGISTRABLE.has(suffix)) {
    const registration = await settledOrNull(net.dns, domain, "SOA");
    if (registration?.rcode === "NXDOMAIN") return { by: "registration", domain };
  }
  return net.inScope(target) ? { by: "owner" } : { by: "nobody_known" };
}
