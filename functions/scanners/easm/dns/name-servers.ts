import type { DnsRecord, Net } from "../../../net/net.ts";
import { settledOrNull, unlessFailed } from "./answers.ts";

/** Name servers asked for one zone. A delegation has at most 13 in practice. */
const NAME_SERVERS_MAX = 13;

/**
 * Distinct names of the servers that a zone is delegated to, sorted; empty when the name is no zone of its own or nobody
 * says. Records that an alias leads to belong to somebody else's zone and are left out.
 */
export async function nameServersOf(zone: string, net: Net): Promise<readonly string[]> {
  const answer = await settledOrNull(net.dns, zone, "NS");
  const own = (answer?.answers ?? []).filter(({ type, name }) => type === "NS" && name === zone);
  return [...new Set(own.map(({ data }) => data))].sort();
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
