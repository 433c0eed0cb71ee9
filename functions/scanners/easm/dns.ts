import { inScope, scopeOf } from "../../domain/scope.ts";
import { canonicalAddress } from "../../net/address.ts";
import { createBlockCheck } from "../../net/block-list.ts";
import { netConfig } from "../../net/config.ts";
import { type Net, NetError } from "../../net/net.ts";
import { type Detection, detection, found, type ScanTools, scanner } from "../scanner.ts";
import { unlessFailed } from "./dns/answers.ts";
import { relevantCaa, restrictsIssuance } from "./dns/caa.ts";
import { type DanglingAlias, danglingAlias } from "./dns/dangling.ts";
import { dnssecState } from "./dns/dnssec.ts";
import { nameServerFaults, nameServersOf, zoneTransfer } from "./dns/name-servers.ts";
import { answersStrangers, FOREIGN_NAME } from "./dns/open-resolver.ts";
import { type Resolution, resolution } from "./dns/resolution.ts";
import { dnsRules } from "./dns/rules.ts";

/** Entries of a list that evidence shows. */
const SHOWN_MAX = 20;
/** Characters of a record that evidence shows. */
const RECORD_SHOWN_MAX = 200;
const LABEL_LENGTH = 16;
const DNS_PORT = 53;
/** Addresses of one name that are asked for foreign names. */
const RESOLVER_ADDRESSES_MAX = 4;

type DnsRule = keyof typeof dnsRules;
type Place = Pick<Detection, "asset"> & { readonly name: string };

export const dns = scanner({
  key: "easm.dns",
  module: "easm",
  stage: "resolve",
  type: "native",
  title: "DNS records: addresses, forgotten aliases, zone transfers, name servers, DNSSEC, CAA, open resolvers",
  consumes: ["domain", "host"],
  rules: dnsRules,
  targetsPerBatch: 100,
  concurrency: 20,
  secondsPerTarget: 90,
  async *scan({ kind, value: name }, tools) {
    const place: Place = { name, asset: { kind, value: name } };
    const [v4, v6] = await Promise.all([
      resolution(name, "A", tools.net).catch((error: unknown) => error),
      // Broken AAAA answers are common, and the IPv4 side can be judged without them.
      unlessFailed(resolution(name, "AAAA", tools.net)),
    ]);
    if (!isResolution(v4)) {
      // A resolver that checks signatures has no answer at all for a domain whose signatures are broken.
      if (kind === "domain" && v4 instanceof NetError && v4.code === "dns_failure") {
        const nameServers = await nameServersOf(name, tools.net, { dnssec: true });
        yield* judgeDnssec(place, nameServers, tools);
      }
      throw v4;
    }
    // A seed that is gone may be a slip or an expiry of today: nothing that is known of it is settled by that.
    if (kind === "domain" && v4.isMissing && v4.chain.length === 0) {
      throw new NetError("name_not_found", `${name} does not exist in DNS`);
    }
    const alias = await danglingAlias(v4, tools.net);
    if (alias !== null) yield dangling(place, name, alias);
    yield* judgeAddresses(place, [v4, ...(v6 === null ? [] : [v6])], tools);
    yield* judgeResolver(place, v4, tools);
    if (kind === "domain") yield* judgeZone(place, tools);
  },
});

const isResolution = (outcome: unknown): outcome is Resolution =>
  typeof outcome === "object" && outcome !== null && "owned" in outcome;

/** Addresses that the door refuses are a finding, the others assets, apart from those the customer excluded. */
function* judgeAddresses({ name, asset }: Place, resolutions: readonly Resolution[], { net, params }: ScanTools) {
  const isBlocked = createBlockCheck(netConfig().allowedCidrs);
  const owners = Map.groupBy(
    resolutions
      .flatMap(({ owned }) => owned)
      .map((one) => ({ owner: one.owner, address: canonicalAddress(one.address) })),
    ({ address }) => address,
  );
  const canonical = [...owners.keys()].filter((address) => address !== null);
  const internal = canonical.filter(isBlocked);
  if (internal.length > 0) {
    const evidence = { addresses: internal.toSorted().slice(0, SHOWN_MAX) };
    yield detection<DnsRule>({ rule: "internal_address", asset, matched_at: name, evidence });
  }
  const isExcluded = (address: string) => !inScope(address, scopeOf([], [address], params.exclude));
  for (const address of canonical) {
    if (isBlocked(address) || isExcluded(address)) continue;
    // Own is what one record of the customer's states, the target's or one that its alias leads to in the seeds.
    const isOwn = (owner: string) => owner === name || net.inScope(owner);
    const foreign = !net.inScope(address) && !owners.get(address)?.some(({ owner }) => isOwn(owner));
    yield found({ kind: "ip", value: address, attributes: { names: [name], foreign } });
  }
}

/** Whether a DNS server that strangers can use stands at an address that the name itself states. */
async function* judgeResolver({ name, asset }: Place, { owned }: Resolution, { net, token }: ScanTools) {
  const label = token(LABEL_LENGTH);
  const own = [...new Set(owned.filter(({ owner }) => owner === name).map(({ address }) => address))].sort();
  const asked = await Promise.all(
    own.slice(0, RESOLVER_ADDRESSES_MAX).map(async (address) => ({
      address,
      isOpen: await answersStrangers(name, address, net.dns, label),
    })),
  );
  const open = asked.filter(({ isOpen }) => isOpen).map(({ address }) => address);
  if (open.length === 0) return;
  const evidence = { addresses: open, answered: `A ${FOREIGN_NAME}`, recursion_available: true };
  yield detection<DnsRule>({ rule: "open_resolver", asset, matched_at: name, port: DNS_PORT, evidence });
}

async function* judgeDnssec({ name, asset }: Place, nameServers: readonly string[], { net, now }: ScanTools) {
  const dnssec = await dnssecState(name, nameServers, net, now);
  switch (dnssec.is) {
    case "missing": {
      const evidence = { asked: `DS ${name}`, denied_by: dnssec.parent };
      yield detection<DnsRule>({ rule: "dnssec_missing", asset, matched_at: name, evidence });
      return;
    }
    case "broken": {
      const evidence = {
        reason: dnssec.reason,
        ds_key_tags: dnssec.keyTags.slice(0, SHOWN_MAX),
        seen_at: dnssec.servers,
      };
      yield detection<DnsRule>({ rule: "dnssec_broken", asset, matched_at: name, evidence });
      return;
    }
    case "sound":
    case "unknown":
      return;
    default:
      dnssec satisfies never;
  }
}

/** Name servers that the domain names and that do not serve it, each told by its name. */
async function* judgeDelegation({ name, asset }: Place, nameServers: readonly string[], { net }: ScanTools) {
  for (const fault of await nameServerFaults(name, nameServers, net)) {
    const shared = { asset, matched_at: name, parameter: fault.nameServer };
    const { nameServer: name_server } = fault;
    yield fault.is === "claimable"
      ? detection<DnsRule>({
          rule: "name_server_takeover",
          ...shared,
          evidence: { name_server, unregistered_domain: fault.domain },
        })
      : detection<DnsRule>({ rule: "lame_delegation", ...shared, evidence: { name_server, reason: fault.reason } });
  }
}

/** What concerns the zone as a whole. */
async function* judgeZone(place: Place, tools: ScanTools) {
  const { net, token } = tools;
  const { name, asset } = place;
  // A wildcard's alias dangles for every name that nobody made; it is told once, of the domain.
  const wildcardAlias = await wildcardDangling(name, net, token(LABEL_LENGTH));
  if (wildcardAlias !== null) yield dangling(place, `*.${name}`, wildcardAlias);

  const nameServers = await nameServersOf(name, net);
  const [only, second] = nameServers;
  if (only !== undefined && second === undefined) {
    yield detection<DnsRule>({ rule: "single_name_server", asset, matched_at: name, evidence: { name_server: only } });
  }
  yield* judgeDelegation(place, nameServers, tools);
  yield* judgeDnssec(place, nameServers, tools);
  const transfer = await zoneTransfer(name, nameServers, net);
  if (transfer !== null) {
    const names = [...new Set(transfer.records.map((record) => record.name))].sort();
    yield detection<DnsRule>({
      rule: "zone_transfer",
      asset,
      matched_at: name,
      evidence: {
        name_servers: transfer.nameServers,
        records: transfer.records.length,
        names: names.length,
        first_names: names.slice(0, SHOWN_MAX),
      },
    });
  }
  const caa = await relevantCaa(name, net.dns);
  if (!restrictsIssuance(caa.records)) {
    const evidence = {
      found_at: caa.at,
      records: caa.records.slice(0, SHOWN_MAX).map((record) => record.slice(0, RECORD_SHOWN_MAX)),
    };
    yield detection<DnsRule>({ rule: "caa_missing", asset, matched_at: name, evidence });
  }
}

async function wildcardDangling(name: string, net: Net, label: string): Promise<DanglingAlias | null> {
  const made = await unlessFailed(resolution(`${label}.${name}`, "A", net));
  const alias = made && (await danglingAlias(made, net));
  if (alias === null) return null;
  // A DNAME carries the made-up label along, and that is another one in every scan.
  const unmade = (each: string): string => each.replace(label, "*");
  return { ...alias, chain: alias.chain.map(unmade), target: unmade(alias.target) };
}

function dangling({ asset }: Place, name: string, { chain, target, claim }: DanglingAlias): Detection<DnsRule> {
  const shared = { rule: "dangling_cname", asset, matched_at: name } as const;
  // The wildcard is told apart from the domain's own alias; its random label is not named, it differs in every scan.
  const parameter = name === asset.value ? {} : { parameter: name };
  const evidence = { aliases: chain.slice(-SHOWN_MAX), missing: target };
  switch (claim.by) {
    case "registration":
      return detection({ ...shared, ...parameter, evidence: { ...evidence, unregistered_domain: claim.domain } });
    case "provider":
      return detection({ ...shared, ...parameter, evidence: { ...evidence, provider: claim.provider } });
    case "owner": {
      const severity = {
        value: "low",
        reason: "the missing name lies in your own scope, strangers cannot create it",
      } as const;
      return detection({ ...shared, ...parameter, severity, evidence });
    }
    case "nobody_known": {
      const severity = {
        value: "medium",
        reason: "no way is known by which a stranger could create the missing name",
      } as const;
      return detection({ ...shared, ...parameter, severity, evidence });
    }
    default:
      return claim satisfies never;
  }
}
