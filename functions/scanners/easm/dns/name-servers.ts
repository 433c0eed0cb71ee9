import type { DnsRecord, Net } from "../../../net/net.ts";
import { isConclusive, settledOrNull, unlessFailed } from "./answers.ts";
import { unregisteredDomain } from "./dangling.ts";

/** Name servers asked for one zone. A delegation has at most 13 in practice. */
const NAME_SERVERS_MAX = 13;

/**
 * Distinct names of the servers that a zone is delegated to, sorted; empty when the name is no zone of its own or nobody
 * says. Records that an alias leads to belong to somebody else's zone and are left out.
 */
export async function nameServersOf(
  zone: string,
  net: Net,
  options: { readonly dnssec?: boolean } = {},
): Promise<readonly string[]> {
  const answer = await settledOrNull(net.dns, zone, "NS", options);
  const own = (answer?.answers ?? []).filter(({ type, name }) => type === "NS" && name === zone);
  return [...new Set(own.map(({ data }) => data))].sort();
}

/** What is wrong with one name server of a zone. */
export type NameServerFault =
  | { readonly is: "claimable"; readonly nameServer: string; readonly domain: string }
  | { readonly is: "lame"; readonly nameServer: string; readonly reason: string };

/**
 * The servers of a zone that do not serve it. A server that is silent may only be out of reach from here and is not
 * judged, nor are answers without authority when no server gives one with it: something on the way answers then.
 */
export async function nameServerFaults(
  zone: string,
  nameServers: readonly string[],
  net: Net,
): Promise<readonly NameServerFault[]> {
  const states = await Promise.all(
    nameServers.slice(0, NAME_SERVERS_MAX).map(async (nameServer) => ({
      nameServer,
      state: await stateOf(zone, nameServer, net),
    })),
  );
  const isServed = states.some(({ state }) => state.is === "serving");
  return states.flatMap(({ nameServer, state }): NameServerFault[] => {
    switch (state.is) {
      case "claimable":
        return [{ is: "claimable", nameServer, domain: state.domain }];
      case "absent":
        return [{ is: "lame", nameServer, reason: "the name of the server has no address" }];
      case "ignorant":
        return isServed ? [{ is: "lame", nameServer, reason: `answers ${state.rcode} without authority` }] : [];
      default:
        return [];
    }
  });
}

type ServerState =
  | { readonly is: "serving" | "unknown" | "absent" }
  | { readonly is: "claimable"; readonly domain: string }
  | { readonly is: "ignorant"; readonly rcode: string };

async function stateOf(zone: string, nameServer: string, net: Net): Promise<ServerState> {
  const [v4, v6] = await Promise.all([
    settledOrNull(net.dns, nameServer, "A"),
    settledOrNull(net.dns, nameServer, "AAAA"),
  ]);
  if (v4 === null || v6 === null) return { is: "unknown" };
  if (v4.rcode === "NXDOMAIN" && v6.rcode === "NXDOMAIN") {
    const domain = await unregisteredDomain(nameServer, net);
    return domain === null ? { is: "absent" } : { is: "claimable", domain };
  }
  if (v4.answers.length + v6.answers.length === 0) return { is: "absent" };
  const answer = await unlessFailed(net.dns.ask({ name: zone, type: "SOA", server: nameServer }));
  if (answer === null) return { is: "unknown" };
  const { authoritative, rcode } = answer;
  if (authoritative && isConclusive(answer)) return { is: "serving" };
  // A server that knows the zone from elsewhere gives the SOA without authority; who else answers so is on the way.
  return ["NOERROR", "REFUSED", "NOTAUTH", "SERVFAIL"].includes(rcode) ? { is: "ignorant", rcode } : { is: "unknown" };
}

export interface ZoneTransfer {
  /** The servers that handed the zone out. */
  readonly nameServers: readonly string[];
  readonly records: readonly DnsRecord[];
}

/** Asks each name server of a zone (at most 13) for a transfer; the records are the first zone's. Null when all refuse. */
export async function zoneTransfer(
  zone: string,
  nameServers: readonly string[],
  net: Net,
): Promise<ZoneTransfer | null> {
  const attempts = await Promise.all(
    nameServers.slice(0, NAME_SERVERS_MAX).map(async (nameServer) => ({
      nameServer,
      records: (await unlessFailed(net.dns.transfer(zone, nameServer))) ?? [],
    })),
  );
  // A server may answer the question with a lone SOA and keep the zone to itself.
  const open = attempts.filter(({ records }) => records.some(({ type }) => type !== "SOA"));
  const [first] = open;
  return first ? { nameServers: open.map(({ nameServer }) => nameServer), records: first.records } : null;
}
