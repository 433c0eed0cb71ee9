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
  const domain = await unregisteredDomain(target, net);
  if (domain !== null) return { by: "registration", domain };
  return net.inScope(target) ? { by: "owner" } : { by: "nobody_known" };
}

/** The registrable domain of a name when DNS says that it does not exist, so that anybody may register it; else null. */
export async function unregisteredDomain(name: string, net: Net): Promise<string | null> {
  const domain = getDomain(name);
  const suffix = name.split(".").at(-1) ?? "";
  if (domain === null || UNREGISTRABLE.has(suffix)) return null;
  const registration = await settledOrNull(net.dns, domain, "SOA");
  return registration?.rcode === "NXDOMAIN" ? domain : null;
}
