import type { Net } from "../../../net/net.ts";
import { aliasChain, dataOf, settledOrNull } from "../dns/answers.ts";

/** What a name that exists leads to. */
export interface Sighting {
  /** First target of its CNAME; null when it has none. */
  readonly alias: string | null;
  /** Final IPv4 addresses, or IPv6 where it has no IPv4. Empty only for an alias that leads nowhere. */
  readonly addresses: readonly string[];
}

/**
 * Looks a name up as a host: it exists when it has an alias or an address. An alias that leads nowhere counts, because
 * that is the kind of host that can be taken over. Null when it does not exist or nobody says.
 */
export async function lookUp(name: string, net: Net): Promise<Sighting | null> {
  const answer = await settledOrNull(net.dns, name, "A");
  if (answer === null) return null;
  const alias = aliasChain(name, answer)[0] ?? null;
  const addresses = dataOf(answer, "A");
  if (alias !== null || addresses.length > 0) return { alias, addresses };
  if (answer.rcode === "NXDOMAIN") return null;
  const answer6 = await settledOrNull(net.dns, name, "AAAA");
  const addresses6 = answer6 === null ? [] : dataOf(answer6, "AAAA");
  return addresses6.length > 0 ? { alias: null, addresses: addresses6 } : null;
}
