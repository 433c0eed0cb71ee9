import { describe, expect, it } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import { type Net, NetError } from "../../../functions/net/net.ts";
import { dns } from "../../../functions/scanners/easm/dns.ts";
import type { ZoneLine } from "../../support/dns-server.ts";
import { type DnsScan, scanDns } from "../../support/scan-dns.ts";

const domain = (value: string): AssetOf<"domain"> => ({ kind: "domain", value, attributes: { sources: ["seed"] } });
const host = (value: string): AssetOf<"host"> => ({ kind: "host", value, attributes: { sources: ["wordlist"] } });

/** A zone about which there is nothing to say. */
const sound: readonly ZoneLine[] = [
  ["shop.test", "A", "93.184.216.34"],
  ["shop.test", "NS", "ns1.shop.test"],
  ["shop.test", "NS", "ns2.shop.test"],
  ["shop.test", "CAA", '0 issue "ca.test"'],
  ["ns1.shop.test", "A", "127.0.0.1"],
  ["ns2.shop.test", "A", "127.0.0.1"],
];

const scan = (records: readonly ZoneLine[], more: Partial<DnsScan<"domain" | "host">> = {}) =>
  scanDns(dns, { target: domain("shop.test"), seeds: ["shop.test"], records, allowedCidrs: ["127.0.0.1/32"], ...more });

describe("addresses", () => {
  it("become ip assets that know the name, and a sound zone yields nothing else", async () => {
    const { assets, rules } = await scan([...sound, ["shop.test", "AAAA", "2606:2800:220:1:0:0:0:1"]]);
    expect(rules).toEqual([]);
    expect(assets).toEqual([
      { kind: "ip", value: "93.184.216.34", attributes: { names: ["shop.test"], foreign: false } },
      { kind: "ip", value: "2606:2800:220:1::1", attributes: { names: ["shop.test"], foreign: false } },
    ]);
  });

  it("are found through aliases, under the name that was asked for", async () => {
    const records: ZoneLine[] = [
      ["www.shop.test", "CNAME", "edge.cdn.test"],
      ["edge.cdn.test", "A", "93.184.216.40"],
    ];
    const { assets, rules } = await scan(records, { target: host("www.shop.test") });
    expect(assets).toEqual([
      { kind: "ip", value: "93.184.216.40", attributes: { names: ["www.shop.test"], foreign: true } },
    ]);
    expect(rules).toEqual([]);
  });

  it.each(["10.1.2.3", "192.168.0.9", "169.254.169.254", "127.0.0.53", "100.64.0.1", "0.0.0.0"])(
    "that are internal (%s) are reported and never become a target",
    async (address) => {
      const records: ZoneLine[] = [
        ["vpn.shop.test", "A", address],
        ["vpn.shop.test", "A", "93.184.216.34"],
      ];
      const { assets, detections } = await scan(records, { target: host("vpn.shop.test") });
      expect(assets.map(({ value }) => value)).toEqual(["93.184.216.34"]);
      expect(detections).toMatchObject([
        {
          rule: "internal_address",
          asset: { kind: "host", value: "vpn.shop.test" },
          evidence: { addresses: [address] },
        },
      ]);
    },
  );

  it("that are internal in IPv6 (private, loopback, mapped) are reported too", async () => {
    const records: ZoneLine[] = [
      ["vpn.shop.test", "AAAA", "fd00::1"],
      ["vpn.shop.test", "AAAA", "::ffff:10.0.0.1"],
    ];
    const { assets, rules } = await scan(records, { target: host("vpn.shop.test") });
    expect(assets).toEqual([]);
    expect(rules).toEqual(["internal_address"]);
  });

  it("that this deployment allows are ordinary targets", async () => {
    const records: ZoneLine[] = [["lab.shop.test", "A", "127.0.0.1"]];
    const { assets, rules } = await scan(records, { target: host("lab.shop.test") });
    expect(assets.map(({ value }) => value)).toEqual(["127.0.0.1"]);
    expect(rules).toEqual([]);
  });

  describe("are somebody else's only", () => {
    const www = { target: host("www.shop.test") };
    const foreignOf = async (records: readonly ZoneLine[], seeds: readonly string[] = ["shop.test"]) => {
      const { assets } = await scan(records, { ...www, seeds });
      return Object.fromEntries(
        assets.map(({ value, attributes }) => [value, "foreign" in attributes && attributes.foreign]),
      );
    };

    it("where the alias leads out of all seeds", async () => {
      const records: ZoneLine[] = [
        ["www.shop.test", "CNAME", "www.other.test"],
        ["www.other.test", "A", "93.184.216.41"],
        ["www.other.test", "AAAA", "2606:2800:220:1::41"],
      ];
      expect(await foreignOf(records)).toEqual({ "93.184.216.41": true, "2606:2800:220:1::41": true });
      expect(await foreignOf(records, ["shop.test", "other.test"])).toEqual({
        "93.184.216.41": false,
        "2606:2800:220:1::41": false,
      });
    });

    it("where the alias comes back into the seeds not", async () => {
      const records: ZoneLine[] = [
        ["www.shop.test", "CNAME", "edge.cdn.test"],
        ["edge.cdn.test", "CNAME", "origin.shop.test"],
        ["origin.shop.test", "A", "93.184.216.42"],
      ];
      expect(await foreignOf(records)).toEqual({ "93.184.216.42": false });
    });

    it("where no record of the name's own beside the alias states them", async () => {
      const answered = (net: Net): Net => ({
        ...net,
        dns: {
          ...net.dns,
          query: async (_, type) => ({
            rcode: "NOERROR",
            authority: [],
            answers:
              type === "A"
                ? [
                    { name: "www.shop.test", type: "CNAME", ttl: 60, data: "edge.cdn.test" },
                    { name: "www.shop.test", type: "A", ttl: 60, data: "93.184.216.43" },
                    { name: "edge.cdn.test", type: "A", ttl: 60, data: "93.184.216.44" },
                  ]
                : [],
          }),
        },
      });
      const { assets } = await scan([], { ...www, seeds: ["shop.test"], door: answered });
      expect(assets).toMatchObject([
        { value: "93.184.216.43", attributes: { foreign: false } },
        { value: "93.184.216.44", attributes: { foreign: true } },
      ]);
    });
  });

  it("that the customer excluded are left alone", async () => {
    const { assets } = await scan(sound, { exclude: ["93.184.216.0/24"] });
    expect(assets).toEqual([]);
  });
});

describe("a dangling alias", () => {
  it("is high when the domain of its target can be registered", async () => {
    const records: ZoneLine[] = [["old.shop.test", "CNAME", "shop.vanished.test"]];
    const { detections } = await scan(records, { target: host("old.shop.test") });
    expect(detections).toEqual([
      {
        type: "detection",
        rule: "dangling_cname",
        asset: { kind: "host", value: "old.shop.test" },
        matched_at: "old.shop.test",
        evidence: {
          aliases: ["shop.vanished.test"],
          missing: "shop.vanished.test",
          unregistered_domain: "vanished.test",
        },
      },
    ]);
    expect(dns.rules.dangling_cname?.severity).toBe("high");
  });

  it("is high when its target can be claimed at a provider", async () => {
    const records: ZoneLine[] = [
      ["old.shop.test", "CNAME", "shop-old.azurewebsites.net"],
      ["azurewebsites.net", "NS", "ns1.azurewebsites.net"],
    ];
    const { detections } = await scan(records, { target: host("old.shop.test") });
    expect(detections).toMatchObject([{ rule: "dangling_cname", evidence: { provider: "Microsoft Azure" } }]);
    expect(detections[0]?.severity).toBeUndefined();
  });

  it("is medium when nobody is known who could claim the target", async () => {
    const records: ZoneLine[] = [
      ["old.shop.test", "CNAME", "gone.partner.test"],
      ["partner.test", "A", "93.184.216.50"],
    ];
    const { detections } = await scan(records, { target: host("old.shop.test") });
    expect(detections).toMatchObject([{ rule: "dangling_cname", severity: { value: "medium" } }]);
  });

  it("is low when only the customer could create the target", async () => {
    const records: ZoneLine[] = [...sound, ["old.shop.test", "CNAME", "web7.shop.test"]];
    const { detections } = await scan(records, { target: host("old.shop.test") });
    expect(detections).toMatchObject([{ rule: "dangling_cname", severity: { value: "low" } }]);
  });

  it("is judged by the last name of a chain", async () => {
    const records: ZoneLine[] = [
      ["old.shop.test", "CNAME", "front.shop.test"],
      ["front.shop.test", "CNAME", "gone.vanished.test"],
    ];
    const { detections } = await scan(records, { target: host("old.shop.test") });
    expect(detections).toMatchObject([
      { evidence: { aliases: ["front.shop.test", "gone.vanished.test"], missing: "gone.vanished.test" } },
    ]);
  });

  it("is none when the target exists without an address", async () => {
    const records: ZoneLine[] = [
      ["mail.shop.test", "CNAME", "only-mx.partner.test"],
      ["only-mx.partner.test", "MX", "10 mx.partner.test"],
      ["parked.shop.test", "CNAME", "empty.partner.test"],
      ["below.empty.partner.test", "A", "93.184.216.50"],
    ];
    expect((await scan(records, { target: host("mail.shop.test") })).rules).toEqual([]);
    expect((await scan(records, { target: host("parked.shop.test") })).rules).toEqual([]);
  });

  it("is none when only one kind of address is denied", async () => {
    const records: ZoneLine[] = [
      ["old.shop.test", "CNAME", "v6.partner.test"],
      ["v6.partner.test", "AAAA", "2606:2800:220:1::1"],
    ];
    const { rules, assets } = await scan(records, {
      target: host("old.shop.test"),
      dynamic: (name, type) => (name === "v6.partner.test" && type === "A" ? null : undefined),
    });
    expect(rules).toEqual([]);
    expect(assets).toMatchObject([{ kind: "ip", value: "2606:2800:220:1::1" }]);
  });

  it("is found, as addresses are, where the resolver leaves aliases to be followed", async () => {
    const records: ZoneLine[] = [
      ["old.shop.test", "CNAME", "front.shop.test"],
      ["front.shop.test", "CNAME", "gone.vanished.test"],
      ["www.shop.test", "CNAME", "edge.cdn.test"],
      ["edge.cdn.test", "A", "93.184.216.40"],
    ];
    const old = await scan(records, { target: host("old.shop.test"), followsAliases: false });
    expect(old.detections).toMatchObject([{ rule: "dangling_cname", evidence: { missing: "gone.vanished.test" } }]);
    const www = await scan(records, { target: host("www.shop.test"), followsAliases: false });
    expect(www.assets).toMatchObject([{ kind: "ip", value: "93.184.216.40" }]);
  });

  it("is none when aliases go in a circle", async () => {
    const records: ZoneLine[] = [
      ["a.shop.test", "CNAME", "b.shop.test"],
      ["b.shop.test", "CNAME", "a.shop.test"],
    ];
    expect((await scan(records, { target: host("a.shop.test") })).rules).toEqual([]);
    expect((await scan(records, { target: host("a.shop.test"), followsAliases: false })).rules).toEqual([]);
  });

  it("is none when the name itself does not exist", async () => {
    expect((await scan(sound, { target: host("nothing.shop.test") })).rules).toEqual([]);
  });

  it("is not judged, and the host not reached, when nobody answers for the target", async () => {
    const records: ZoneLine[] = [["old.shop.test", "CNAME", "shop.lame.test"]];
    const scanning = scan(records, { target: host("old.shop.test"), broken: ["lame.test"] });
    await expect(scanning).rejects.toSatisfy((error) => error instanceof NetError && error.code === "dns_failure");
  });

  it("of a wildcard is told once, of the domain", async () => {
    const { detections } = await scan([...sound, ["*.shop.test", "CNAME", "any.vanished.test"]]);
    expect(detections).toMatchObject([
      {
        rule: "dangling_cname",
        asset: { kind: "domain", value: "shop.test" },
        matched_at: "*.shop.test",
        parameter: "*.shop.test",
      },
    ]);
  });
});

describe("a zone transfer", () => {
  it("that is allowed is reported once, with the servers that allow it", async () => {
    const { detections } = await scan(sound, { transfers: ["shop.test"] });
    expect(detections).toMatchObject([
      {
        rule: "zone_transfer",
        asset: { kind: "domain", value: "shop.test" },
        evidence: {
          name_servers: ["ns1.shop.test", "ns2.shop.test"],
          names: 3,
          first_names: ["ns1.shop.test", "ns2.shop.test", "shop.test"],
        },
      },
    ]);
  });

  it("of which only the SOA comes is none", async () => {
    const soa = { name: "shop.test", type: "SOA", ttl: 60, data: "" };
    const { rules } = await scan(sound, {
      door: (net) => ({ ...net, dns: { ...net.dns, transfer: async () => [soa, soa] } }),
    });
    expect(rules).toEqual([]);
  });

  it("that is refused is none", async () => {
    const { rules, questions } = await scan(sound);
    expect(questions.filter((question) => question === "AXFR shop.test")).toHaveLength(2);
    expect(rules).toEqual([]);
  });

  it("is not asked of a name server with an internal address, and that keeps nothing else from being judged", async () => {
    const records = sound.filter(([, type]) => type !== "CAA");
    const { rules, questions } = await scan(records, { allowedCidrs: [] });
    expect(questions).not.toContain("AXFR shop.test");
    expect(rules).toEqual(["caa_missing"]);
  });

  it("is asked of zones only, not of hosts", async () => {
    const records: ZoneLine[] = [...sound, ["www.shop.test", "A", "93.184.216.34"]];
    const { questions } = await scan(records, { target: host("www.shop.test") });
    expect(questions.filter((question) => /^(AXFR|NS|CAA)/.test(question))).toEqual([]);
  });
});

describe("name servers", () => {
  it("are too few when there is one", async () => {
    const { detections } = await scan(sound.filter(([, , data]) => data !== "ns2.shop.test"));
    expect(detections).toMatchObject([{ rule: "single_name_server", evidence: { name_server: "ns1.shop.test" } }]);
  });

  it("are not judged for a seed that is no zone of its own", async () => {
    const records: ZoneLine[] = [
      ...sound,
      ["app.shop.test", "CNAME", "app.host.test"],
      ["app.host.test", "NS", "ns1.host.test"],
      ["app.host.test", "A", "93.184.216.9"],
    ];
    const { rules } = await scan(records, { target: domain("app.shop.test") });
    expect(rules).toEqual([]);
  });
});

describe("CAA", () => {
  const without = sound.filter(([, type]) => type !== "CAA");

  it("is missing when no name up to the root has it", async () => {
    expect((await scan(without)).rules).toEqual(["caa_missing"]);
  });

  it("of a domain above counts", async () => {
    const records: ZoneLine[] = [...sound, ["app.shop.test", "A", "93.184.216.9"]];
    expect((await scan(records, { target: domain("app.shop.test") })).rules).toEqual([]);
  });

  it("that names nobody restricts nothing", async () => {
    const records: ZoneLine[] = [...without, ["shop.test", "CAA", '0 iodef "mailto:security@shop.test"']];
    const { detections } = await scan(records);
    expect(detections).toMatchObject([{ rule: "caa_missing", evidence: { found_at: "shop.test" } }]);
  });

  it("that forbids everybody restricts", async () => {
    const records: ZoneLine[] = [...without, ["shop.test", "CAA", '0 issue ";"']];
    expect((await scan(records)).rules).toEqual([]);
  });
});

describe("a domain", () => {
  it("that does not exist is not reached", async () => {
    await expect(scan([], {})).rejects.toMatchObject({ name: "NetError", code: "name_not_found" });
  });

  it("that nobody answers for is not reached", async () => {
    await expect(scan(sound, { broken: ["shop.test"] })).rejects.toBeInstanceOf(NetError);
  });
});
