import type { Answer } from "dns-packet";
import { mailKeys } from "./mail-keys.ts";
import { a, caa, cname, mx, ns, soa, txt } from "./records.ts";
import { dsRecords, type Signing, signatureRecords } from "./signed.ts";
import { takeoverAliases, takeoverZones } from "./takeovers.ts";

/** A zone that the lab's server is the authority for. */
export interface Zone {
  readonly name: string;
  readonly nameServers: readonly string[];
  /** Name servers that give the whole zone to anybody; the others refuse. */
  readonly transfersFrom: readonly string[];
  readonly records: readonly Answer[];
}

/** What the records depend on. */
export interface Addressing {
  readonly nameServers: readonly [string, string];
  /** Every host name of the network with its address. */
  readonly hosts: readonly (readonly [name: string, address: string])[];
  /** Host of acme.test's mail transport policy, null where the machine gives no port 443. */
  readonly policyHost: string | null;
  /** True when all hosts share an address; then both name servers are one, and what the second gives the first does too. */
  readonly sharedAddress: boolean;
}

const below = (zone: string, name: string): boolean => name === zone || name.endsWith(`.${zone}`);

/**
 * All zones. Seeds are acme.test (mail as it should be), globex.test (a wildcard and lax mail), initech.test (an open
 * transfer, no mail), hooli.test and umbrella.test (faulty mail). The others are not the customer's: cloudhost.test is a
 * provider that exists, outside.test somebody else, and test what stands above them all.
 */
export function zonesOf(addressing: Addressing): readonly Zone[] {
  const [first, second] = addressing.nameServers;
  const delegations: Answer[] = [];
  const zone = (
    name: string,
    records: readonly Answer[],
    options: Partial<Zone> & { readonly signing?: Signing } = {},
  ): Zone => {
    const nameServers = options.nameServers ?? [`ns1.${name}`, `ns2.${name}`];
    const signing = options.signing ?? "sound";
    delegations.push(...dsRecords(name, signing));
    return {
      name,
      nameServers,
      transfersFrom: options.transfersFrom ?? [],
      records: [
        soa(name, nameServers[0] ?? name),
        ...nameServers.map((server) => ns(name, server)),
        ...nameServers.map((server, index) => a(server, index === 0 ? first : second)),
        ...addressing.hosts.filter(([host]) => below(name, host)).map(([host, address]) => a(host, address)),
        ...signatureRecords(name, signing),
        ...(mailKeys[name] ?? []),
        ...records,
      ],
    };
  };
  /** Aliases to the hosts that there are. */
  const aliases = (...pairs: readonly (readonly [name: string, target: string])[]): readonly Answer[] =>
    pairs
      .filter(([, target]) => addressing.hosts.some(([host]) => host === target))
      .map(([name, target]) => cname(name, target));
  const address = (name: string): string => addressing.hosts.find(([host]) => host === name)?.[1] ?? first;

  // Where all hosts share an address the wildcard needs another: a host is told from the wildcard by its address only.
  const wildcard = addressing.sharedAddress ? "127.0.0.2" : address("wildcard.globex.test");

  const zones = [
    zone("acme.test", [
      mx("acme.test", 10, "mail.acme.test"),
      txt("acme.test", "v=spf1 mx -all"),
      txt("acme.test", "site-verification=71c2; internal=10.0.0.1"),
      txt("_dmarc.acme.test", "v=DMARC1; p=reject; rua=mailto:dmarc@acme.test"),
      txt("_smtp._tls.acme.test", "v=TLSRPTv1; rua=mailto:tls@acme.test"),
      caa("acme.test", "pki.lab-trust.test"),
      cname("blog.acme.test", "acme-blog.gone-provider.test"),
      cname("mobile.acme.test", "acme.cloudhost.test"),
      a("intranet.acme.test", "10.20.30.40"),
      cname("portal.acme.test", "www.acme.test"),
      cname("web.acme.test", "edge.cloudhost.test"),
      cname("news.acme.test", "parked.cloudhost.test"),
      cname("events.acme.test", "news2.acme.test"),
      cname("news2.acme.test", "edge.cloudhost.test"),
      ...(addressing.policyHost === null ? [] : [txt("_mta-sts.acme.test", "v=STSv1; id=20240101T000000;")]),
    ]),
    zone(
      "globex.test",
      [
        a("*.globex.test", wildcard),
        mx("globex.test", 10, "mail.globex.test"),
        txt("globex.test", "v=spf1 mx +all"),
        txt("_dmarc.globex.test", "v=DMARC1; p=none; rua=mailto:dmarc@globex.test"),
      ],
      { nameServers: ["ns1.globex.test"] },
    ),
    zone(
      "initech.test",
      [
        mx("initech.test", 0, "."),
        txt("_dmarc.initech.test", "v=DMARC1; p=reject"),
        txt("initech.test", "spf2.0/pra -all"),
        caa("initech.test", ";"),
      ],
      {
        transfersFrom: addressing.sharedAddress ? ["ns1.initech.test", "ns2.initech.test"] : ["ns2.initech.test"],
        signing: "none",
      },
    ),
    zone(
      "hooli.test",
      [
        ns("hooli.test", "ns-old.cloudhost.test"),
        mx("hooli.test", 10, "mail.hooli.test"),
        txt("hooli.test", "v=spf1 mx -all"),
        txt("hooli.test", "v=spf1 a -all"),
        txt("_dmarc.hooli.test", "v=DMARC1; p=quarantin"),
        // RFC 8461, 3.1: a record without an id is not valid.
        txt("_mta-sts.hooli.test", "v=STSv1;"),
      ],
      { signing: "wrong_ds" },
    ),
    zone(
      "umbrella.test",
      [
        ns("umbrella.test", "ns1.vanished-dns.test"),
        ...aliases(...takeoverAliases),
        mx("umbrella.test", 10, "mail.umbrella.test"),
        txt(
          "umbrella.test",
          `v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:s${index}.umbrella.test`).join(" ")} -all`,
        ),
        ...Array.from({ length: 11 }, (_, index) => txt(`s${index}.umbrella.test`, "v=spf1 ip4:192.0.2.0/28 -all")),
        txt("_smtp._tls.umbrella.test", "v=TLSRPTv1; rua=mailto:tls@umbrella.test"),
        caa("umbrella.test", "pki.lab-trust.test"),
      ],
      { signing: "expired" },
    ),
    zone("cloudhost.test", [
      a("edge.cloudhost.test", address("www.acme.test")),
      txt("parked.cloudhost.test", "parked"),
    ]),
    zone("outside.test", []),
    ...takeoverZones.map((name) => zone(name, [])),
  ];
  const registry = [soa("test", "ns1.acme.test"), ...delegations.filter(({ name }) => below("test", name))];
  // Last, since the first zone that has a name answers: whatever else ends in .test does not exist, as at a registry.
  return [...zones, { name: "test", nameServers: [], transfersFrom: [], records: registry }];
}
