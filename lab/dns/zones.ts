import type { Answer } from "dns-packet";

/** Seconds; short, so that a change in the lab is seen at once. */
const TTL = 30;

/** A zone that the lab's server is the authority for. */
export interface Zone {
  readonly name: string;
  readonly nameServers: readonly string[];
  /** Name servers that give the whole zone to anybody; the others refuse. */
  readonly transfersFrom: readonly string[];
  readonly records: readonly Answer[];
}

export const a = (name: string, data: string): Answer => ({ type: "A", name, ttl: TTL, data });
export const cname = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: TTL, data });
/** A text record; what is longer than a character-string may be (RFC 1035, 3.3) goes into several. */
export const txt = (name: string, data: string): Answer => ({
  type: "TXT",
  name,
  ttl: TTL,
  data: data.match(/.{1,255}/g) ?? [],
});
export const mx = (name: string, preference: number, exchange: string): Answer => ({
  type: "MX",
  name,
  ttl: TTL,
  data: { preference, exchange },
});
export const caa = (name: string, value: string): Answer => ({
  type: "CAA",
  name,
  ttl: TTL,
  data: { flags: 0, tag: "issue", value, issuerCritical: false },
});
export const ns = (name: string, data: string): Answer => ({ type: "NS", name, ttl: TTL, data });
export const soa = (name: string, mname: string): Answer => ({
  type: "SOA",
  name,
  ttl: TTL,
  data: {
    mname,
    rname: `hostmaster.${name}`,
    serial: 2024010101,
    refresh: 3600,
    retry: 600,
    expire: 86400,
    minimum: TTL,
  },
});

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
  const zone = (name: string, records: readonly Answer[], options: Partial<Zone> = {}): Zone => {
    const nameServers = options.nameServers ?? [`ns1.${name}`, `ns2.${name}`];
    return {
      name,
      nameServers,
      transfersFrom: options.transfersFrom ?? [],
      records: [
        soa(name, nameServers[0] ?? name),
        ...nameServers.map((server) => ns(name, server)),
        ...nameServers.map((server, index) => a(server, index === 0 ? first : second)),
        ...addressing.hosts.filter(([host]) => below(name, host)).map(([host, address]) => a(host, address)),
        ...records,
      ],
    };
  };
  const address = (name: string): string => addressing.hosts.find(([host]) => host === name)?.[1] ?? first;

  // Where all hosts share an address the wildcard needs another: a host is told from the wildcard by its address only.
  const wildcard = addressing.sharedAddress ? "127.0.0.2" : address("wildcard.globex.test");

  return [
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
      { transfersFrom: addressing.sharedAddress ? ["ns1.initech.test", "ns2.initech.test"] : ["ns2.initech.test"] },
    ),
    zone("hooli.test", [
      mx("hooli.test", 10, "mail.hooli.test"),
      txt("hooli.test", "v=spf1 mx -all"),
      txt("hooli.test", "v=spf1 a -all"),
      txt("_dmarc.hooli.test", "v=DMARC1; p=quarantin"),
      // RFC 8461, 3.1: a record without an id is not valid.
      txt("_mta-sts.hooli.test", "v=STSv1;"),
    ]),
    zone("umbrella.test", [
      mx("umbrella.test", 10, "mail.umbrella.test"),
      txt(
        "umbrella.test",
        `v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:s${index}.umbrella.test`).join(" ")} -all`,
      ),
      ...Array.from({ length: 11 }, (_, index) => txt(`s${index}.umbrella.test`, "v=spf1 ip4:192.0.2.0/28 -all")),
      txt("_smtp._tls.umbrella.test", "v=TLSRPTv1; rua=mailto:tls@umbrella.test"),
      caa("umbrella.test", "pki.lab-trust.test"),
    ]),
    zone("cloudhost.test", [
      a("edge.cloudhost.test", address("www.acme.test")),
      txt("parked.cloudhost.test", "parked"),
    ]),
    zone("outside.test", []),
    // Last, since the first zone that has a name answers: whatever else ends in .test does not exist, as at a registry.
    { name: "test", nameServers: [], transfersFrom: [], records: [soa("test", "ns1.acme.test")] },
  ];
}
