import type { Net } from "../../../net/net.ts";
import { aliasChain, dataOf, settled } from "./answers.ts";

/** Where a name leads. */
export interface Resolution {
  /** The names that its aliases lead to, in order, without the name itself. */
  readonly chain: readonly string[];
  readonly addresses: readonly string[];
  /** Each address with the name whose record states it: the name itself, or one of the chain. */
  readonly owned: readonly { readonly owner: string; readonly address: string }[];
  /** True when the last name does not exist at all (NXDOMAIN), as against having no such address. */
  readonly isMissing: boolean;
}

/** Aliases followed; resolvers follow about as many. */
const ALIASES_MAX = 16;

/**
 * Follows a name to its addresses of one family, on from where the resolver stops following. Throws `NetError` when a
 * question on the way is not settled.
 */
export async function resolution(name: string, type: "A" | "AAAA", net: Net): Promise<Resolution> {
  const chain: string[] = [];
  for (let owner = name; ; ) {
    const answer = await settled(net.dns, owner, type);
    const isMissing = answer.rcode === "NXDOMAIN";
    const next = aliasChain(owner, answer).filter((target) => target !== name && !chain.includes(target));
    chain.push(...next);
    const addresses = dataOf(answer, type);
    const end = next.at(-1);
    if (end === undefined || isMissing || addresses.length > 0 || chain.length >= ALIASES_MAX) {
      const records = answer.answers.filter((record) => record.type === type);
      const owned = records.map((record) => ({ owner: record.name, address: record.data }));
      return { chain, addresses, owned, isMissing };
    }
    owner = end;
  }
}
