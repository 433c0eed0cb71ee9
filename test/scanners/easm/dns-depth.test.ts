import type { Answer } from "dns-packet";
import { describe, expect, it } from "vitest";
import type { Net } from "../../../functions/net/net.ts";
import { dns } from "../../../functions/scanners/easm/dns.ts";
import { a, ns, soa } from "../../../lab/dns/records.ts";
import type { Signing } from "../../../lab/dns/signed.ts";
import { registryOf, scanZones, type ZoneScan, zoneOf } from "./zone-bench.ts";

const shop = { kind: "domain", value: "shop.test", attributes: { sources: ["seed"] } } as const;
const host = (value: string) => ({ kind: "host", value, attributes: { sources: ["wordlist"] } }) as const;

const scan = (records: readonly Answer[], more: Partial<ZoneScan<"domain" | "host">> = {}) =>
  scanZones(dns, { target: shop, zones: [zoneOf("shop.test", records), registryOf(["shop.test", "sound"])], ...more });

const signed = (zone: Signing, above: Signing = zone, now?: Date) =>
  scanZones(dns, {
    target: shop,
    zones: [zoneOf("shop.test", [], zone), registryOf(["shop.test", above])],
    ...(now ? { now } : {}),
  });

/** A resolver that has no answer from below shop.test unless it is told not to check. */
const validating = (net: Net): Net => ({
  ...net,
  dns: {
    ...net.dns,
    query: async (name, type, options = {}) =>
      options.dnssec === true || !name.endsWith("shop.test")
        ? net.dns.query(name, type, options)
        : { rcode: "SERVFAIL", answers: [], authority: [] },
  },
});

describe("DNSSEC", () => {
  it("in order yields nothing", async () => {
    expect((await signed("sound")).rules).toEqual([]);
  });

  it("is missing when the zone above has no DS record", async () => {
    const { detections } = await signed("none");
    expect(detections).toMatchObject([{ rule: "dnssec_missing", evidence: { denied_by: "test" } }]);
  });

  it("of which the zone above knows nothing is missing, though the zone is signed", async () => {
    expect((await signed("sound", "none")).rules).toEqual(["dnssec_missing"]);
  });

  it("is not judged where the resolver asks the zone itself, as those from before DNSSEC do", async () => {
    expect((await scanZones(dns, { target: shop, zones: [zoneOf("shop.test", [], "none")] })).rules).toEqual([]);
  });

  it("is broken when no key matches the DS record", async () => {
    const { detections } = await signed("sound", "wrong_ds");
    expect(detections).toMatchObject([
      {
        rule: "dnssec_broken",
        asset: { kind: "domain", value: "shop.test" },
        evidence: {
          reason: "no DNSKEY record of the zone matches a DS record",
          seen_at: ["ns1.shop.test", "ns2.shop.test"],
        },
      },
    ]);
  });

  it("is broken when there is a DS record and no key", async () => {
    const { detections } = await signed("none", "sound");
    expect(detections).toMatchObject([
      { rule: "dnssec_broken", evidence: { reason: "the zone has no DNSKEY record" } },
    ]);
  });

  it("is broken when every signature has expired, and not before", async () => {
    const { detections } = await signed("expired");
    expect(detections).toMatchObject([
      { rule: "dnssec_broken", evidence: { reason: "every signature of the DNSKEY records has expired" } },
    ]);
    expect((await signed("expired", "expired", new Date("2020-01-10T00:00:00Z"))).rules).toEqual([]);
  });

  it("that is broken is told also where a resolver that checks it has no answer, and the domain is not reached", async () => {
    const zones = [zoneOf("shop.test", [], "expired"), registryOf(["shop.test", "expired"])];
    const { rules, failure } = await scan([], { zones, door: validating });
    expect(rules).toEqual(["dnssec_broken"]);
    expect(failure).toMatchObject({ name: "NetError", code: "dns_failure" });
  });

  it("is not asked for below a zone", async () => {
    const target = { ...shop, value: "app.shop.test" };
    expect((await scan([a("app.shop.test", "127.0.0.9")], { target })).rules).toEqual([]);
  });
});

describe("a name server", () => {
  it("that refuses the zone is lame", async () => {
    const records = [ns("shop.test", "ns3.shop.test"), a("ns3.shop.test", "127.0.0.3")];
    const { detections } = await scan(records, { others: { "127.0.0.3": null } });
    expect(detections).toMatchObject([
      {
        rule: "lame_delegation",
        parameter: "ns3.shop.test",
        evidence: { reason: "answers REFUSED without authority" },
      },
    ]);
  });

  it("that only knows where to ask is lame", async () => {
    const records = [ns("shop.test", "ns3.shop.test"), a("ns3.shop.test", "127.0.0.3")];
    const { detections } = await scan(records, { others: { "127.0.0.3": "referring" } });
    expect(detections).toMatchObject([{ rule: "lame_delegation", parameter: "ns3.shop.test" }]);
  });

  it("without an address is lame where its domain exists", async () => {
    const zones = [
      zoneOf("shop.test", [ns("shop.test", "ns9.host.test")]),
      zoneOf("host.test"),
      registryOf(["shop.test", "sound"]),
    ];
    const { detections } = await scan([], { zones });
    expect(detections).toMatchObject([
      { rule: "lame_delegation", evidence: { reason: "the name of the server has no address" } },
    ]);
  });

  it("whose domain anybody can register is told as that alone", async () => {
    const { detections } = await scan([ns("shop.test", "ns1.vanished.test")]);
    expect(detections).toMatchObject([
      {
        rule: "name_server_takeover",
        parameter: "ns1.vanished.test",
        evidence: { unregistered_domain: "vanished.test" },
      },
    ]);
  });

  it("that is silent is not judged", async () => {
    expect((await scan([ns("shop.test", "ns3.shop.test"), a("ns3.shop.test", "127.0.0.77")])).rules).toEqual([]);
  });

  it("is not judged when no server answers with authority, as something on the way answers then", async () => {
    const foreign = [
      soa("shop.test", "ns1.shop.test"),
      ns("shop.test", "ns3.shop.test"),
      ns("shop.test", "ns4.shop.test"),
    ];
    const zone = {
      name: "shop.test",
      nameServers: [],
      transfersFrom: [],
      records: [...foreign, a("ns3.shop.test", "127.0.0.3"), a("ns4.shop.test", "127.0.0.4")],
    };
    const others = { "127.0.0.3": null, "127.0.0.4": "referring" } as const;
    expect((await scan([], { zones: [zone], others })).rules).toEqual(["caa_missing"]);
  });
});

describe("a DNS server at a host", () => {
  const scanHost = (manner: "recursive" | "sinkhole" | "referring" | null) =>
    scan([a("gw.shop.test", "127.0.0.5")], { target: host("gw.shop.test"), others: { "127.0.0.5": manner } });

  it("that finds foreign names for strangers is open", async () => {
    const { detections } = await scanHost("recursive");
    expect(detections).toMatchObject([
      {
        rule: "open_resolver",
        asset: { kind: "host", value: "gw.shop.test" },
        port: 53,
        evidence: { addresses: ["127.0.0.5"], answered: "A example.com" },
      },
    ]);
    expect((await scanHost("recursive")).detections).toEqual(detections);
  });

  it.each([["sinkhole"], ["referring"], [null]] as const)("that is none (%s) is not", async (manner) => {
    expect((await scanHost(manner)).rules).toEqual([]);
  });

  it("is not asked where the name only leads to it by an alias", async () => {
    const records: Answer[] = [
      { type: "CNAME", name: "www.shop.test", ttl: 30, data: "edge.host.test" },
      a("edge.host.test", "127.0.0.5"),
    ];
    const { rules } = await scan(records, { target: host("www.shop.test"), others: { "127.0.0.5": "recursive" } });
    expect(rules).toEqual([]);
  });
});
