import { afterEach, describe, expect, it } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import { type HttpRequest, type HttpResponse, type Net, NetError } from "../../../functions/net/net.ts";
import { configureDiscovery } from "../../../functions/scanners/easm/subdomains/discovery.ts";
import { subdomains } from "../../../functions/scanners/easm/subdomains.ts";
import type { ZoneLine } from "../../support/dns-server.ts";
import { type DnsScan, type DnsScanResult, scanDns } from "../../support/scan-dns.ts";

const target: AssetOf<"domain"> = { kind: "domain", value: "shop.test", attributes: { sources: ["seed"] } };

const zone: readonly ZoneLine[] = [
  ["shop.test", "A", "93.184.216.34"],
  ["shop.test", "NS", "ns.provider.test"],
];

const scan = (records: readonly ZoneLine[], more: Partial<DnsScan<"domain">> = {}) =>
  scanDns(subdomains, { target, records: [...zone, ...records], ...more });

const namesOf = ({ assets }: DnsScanResult) => assets.map(({ value }) => value).sort();
const sourceOf = ({ assets }: DnsScanResult, name: string) =>
  assets.find(({ value }) => value === name)?.attributes ?? null;

describe("guessing", () => {
  it("finds names with an IPv4 address, with an IPv6 address, and with an alias that leads nowhere", async () => {
    const result = await scan([
      ["www.shop.test", "A", "93.184.216.34"],
      ["api.shop.test", "AAAA", "2606:2800:220:1::1"],
      ["old.shop.test", "CNAME", "gone.vanished.test"],
    ]);
    expect(namesOf(result)).toEqual(["api.shop.test", "old.shop.test", "www.shop.test"]);
    expect(result.rules).toEqual([]);
    expect(sourceOf(result, "www.shop.test")).toEqual({ sources: ["wordlist"] });
  });

  it("leaves out names that exist without being a host", async () => {
    const result = await scan([
      ["mail.shop.test", "MX", "10 mx.provider.test"],
      ["a.dev.shop.test", "A", "93.184.216.34"],
    ]);
    expect(namesOf(result)).toEqual([]);
  });

  it("varies the names that it found, and only those", async () => {
    const result = await scan([
      ["app.shop.test", "A", "93.184.216.34"],
      ["staging-app.shop.test", "A", "93.184.216.35"],
      ["app-dev.shop.test", "A", "93.184.216.36"],
      ["dev-billing.shop.test", "A", "93.184.216.37"],
    ]);
    expect(namesOf(result)).toEqual(["app-dev.shop.test", "app.shop.test", "staging-app.shop.test"]);
    expect(sourceOf(result, "app-dev.shop.test")).toEqual({ sources: ["permutation"] });
  });

  it("respects what the customer excluded and leaves other seeds to themselves", async () => {
    const records: ZoneLine[] = [
      ["www.shop.test", "A", "93.184.216.34"],
      ["api.shop.test", "A", "93.184.216.34"],
      ["app.shop.test", "A", "93.184.216.34"],
    ];
    const result = await scan(records, { exclude: ["api.shop.test"], seeds: ["shop.test", "app.shop.test"] });
    expect(namesOf(result)).toEqual(["www.shop.test"]);
  });

  it("asks for no name twice", async () => {
    const { questions } = await scan([["www.shop.test", "A", "93.184.216.34"]]);
    expect(questions).toHaveLength(new Set(questions).size);
  });
});

describe("under a wildcard", () => {
  const wildcard: ZoneLine = ["*.shop.test", "A", "93.184.216.99"];

  it("only names that are answered differently are found, and the wildcard is told once", async () => {
    const result = await scan([
      wildcard,
      ["www.shop.test", "A", "93.184.216.34"],
      ["api.shop.test", "A", "93.184.216.99"],
    ]);
    expect(namesOf(result)).toEqual(["www.shop.test"]);
    expect(result.detections).toEqual([
      {
        type: "detection",
        rule: "wildcard_dns",
        asset: { kind: "domain", value: "shop.test" },
        matched_at: "*.shop.test",
        evidence: { leads_to: ["93.184.216.99"], every_answer_known: true },
      },
    ]);
  });

  it("an answer that is a part of the wildcard's is the wildcard's", async () => {
    const result = await scan([
      wildcard,
      ["*.shop.test", "A", "93.184.216.98"],
      ["www.shop.test", "A", "93.184.216.98"],
    ]);
    expect(namesOf(result)).toEqual([]);
  });

  it("an alias of its own is found, the wildcard's alias is not", async () => {
    const result = await scan([
      ["*.shop.test", "CNAME", "front.cdn.test"],
      ["www.shop.test", "CNAME", "other.cdn.test"],
      ["front.cdn.test", "A", "93.184.216.99"],
      ["other.cdn.test", "A", "93.184.216.99"],
    ]);
    expect(namesOf(result)).toEqual(["www.shop.test"]);
  });

  it("that rotates through a pool, only names outside the pool are found", async () => {
    let turn = 0;
    const result = await scan([["www.shop.test", "A", "93.184.216.34"]], {
      dynamic(name) {
        if (!name.endsWith(".shop.test") || name === "www.shop.test") return undefined;
        turn += 1;
        return [[name, "A", `93.184.217.${turn % 6}`]];
      },
    });
    expect(namesOf(result)).toEqual(["www.shop.test"]);
    expect(result.rules).toEqual(["wildcard_dns"]);
  });

  it("that never answers the same twice, guesses prove nothing", async () => {
    let turn = 0;
    const result = await scan([["www.shop.test", "A", "93.184.216.34"]], {
      dynamic(name) {
        if (!name.endsWith(".shop.test") || name === "www.shop.test") return undefined;
        turn += 1;
        return [[name, "A", `93.${184 + Math.floor(turn / 250)}.217.${turn % 250}`]];
      },
    });
    expect(namesOf(result)).toEqual([]);
    const evidence = { leads_to: [], every_answer_known: false };
    expect(result.detections).toMatchObject([{ rule: "wildcard_dns", evidence }]);
  });

  it("that leads each name to an alias of its own, guesses prove nothing", async () => {
    const result = await scan([["www.shop.test", "CNAME", "www.cdn.test"]], {
      dynamic: (name) =>
        name.endsWith(".shop.test") && name !== "www.shop.test"
          ? [[name, "CNAME", `${name.split(".")[0]}.sites.test`]]
          : undefined,
    });
    expect(namesOf(result)).toEqual([]);
    expect(result.rules).toEqual(["wildcard_dns"]);
  });

  it("names that a record states are found all the same", async () => {
    const result = await scan([wildcard, ["shop.test", "MX", "10 mail.shop.test"]]);
    expect(namesOf(result)).toEqual(["mail.shop.test"]);
  });
});

describe("records", () => {
  it("of mail, name servers, SPF, services and aliases give names, as far as they are in scope", async () => {
    const result = await scan([
      ["shop.test", "MX", "10 mx-a7.shop.test"],
      ["shop.test", "MX", "20 mx.provider.test"],
      ["shop.test", "NS", "dns-a7.shop.test"],
      [
        "shop.test",
        "TXT",
        "v=spf1 a:out-a7.shop.test include:spf-a7.shop.test include:_spf.shop.test redirect=rd-a7.shop.test",
      ],
      ["_autodiscover._tcp.shop.test", "SRV", "0 0 443 ad-a7.shop.test"],
      ["www.shop.test", "CNAME", "lb-a7.shop.test"],
      ...["mx-a7", "dns-a7", "out-a7", "lb-a7", "ad-a7"].map(
        (label): ZoneLine => [`${label}.shop.test`, "A", "93.184.216.60"],
      ),
      ["spf-a7.shop.test", "TXT", "v=spf1 -all"],
      ["mx.provider.test", "A", "93.184.216.61"],
    ]);
    expect(namesOf(result)).toEqual([
      "ad-a7.shop.test",
      "dns-a7.shop.test",
      "lb-a7.shop.test",
      "mx-a7.shop.test",
      "out-a7.shop.test",
      "www.shop.test",
    ]);
    expect(sourceOf(result, "lb-a7.shop.test")).toEqual({ sources: ["alias"] });
  });

  it("of a zone that is handed out give hosts, not wildcards, services or mere texts", async () => {
    const records: ZoneLine[] = [
      ["shop.test", "NS", "ns1.shop.test"],
      ["ns1.shop.test", "A", "127.0.0.1"],
      ["secret-a7.shop.test", "A", "93.184.216.62"],
      ["deep.secret-a7.shop.test", "CNAME", "shop.test"],
      ["*.sites.shop.test", "A", "93.184.216.63"],
      ["_dmarc.shop.test", "TXT", "v=DMARC1; p=reject"],
      ["text.shop.test", "TXT", "nothing"],
    ];
    const result = await scan(records, { transfers: ["shop.test"], allowedCidrs: ["127.0.0.1/32"] });
    expect(namesOf(result)).toEqual(["deep.secret-a7.shop.test", "ns1.shop.test", "secret-a7.shop.test"]);
    expect(result.rules).toEqual([]);
  });
});

describe("a zone of thousands of names", () => {
  it("is reported up to a bound", async () => {
    const records: ZoneLine[] = [
      ["shop.test", "NS", "ns1.shop.test"],
      ["ns1.shop.test", "A", "127.0.0.1"],
      ...Array.from({ length: 2_500 }, (_, n): ZoneLine => [`h${n}.shop.test`, "A", "93.184.216.62"]),
    ];
    const result = await scan(records, { transfers: ["shop.test"], allowedCidrs: ["127.0.0.1/32"] });
    expect(result.assets).toHaveLength(2_000);
  });
});

describe("Certificate Transparency", () => {
  afterEach(() => configureDiscovery({ ctLogs: false }));

  const answer = JSON.stringify([
    { common_name: "shop.test", name_value: "*.shop.test\nct-a7.shop.test\nstale-a7.shop.test" },
    { common_name: "ct-a7.notshop.test", name_value: "x" },
  ]);
  const logs = (reply: (url: string, request?: HttpRequest) => Promise<HttpResponse>) => {
    const asked: string[] = [];
    const door = (net: Net): Net => ({
      ...net,
      http: {
        request(url, request) {
          asked.push(url);
          return reply(url, request);
        },
      },
    });
    return { asked, door };
  };
  const found = async (url: string): Promise<HttpResponse> => ({
    url,
    status: 200,
    headers: {},
    body: Buffer.from(answer),
    truncated: false,
    redirects: [],
    ip: "93.184.216.70",
    header: () => null,
    text: () => answer,
  });
  const records: ZoneLine[] = [
    ["ct-a7.shop.test", "A", "93.184.216.64"],
    ["ct-a7.notshop.test", "A", "93.184.216.65"],
  ];

  it("is not asked unless the deployment says so", async () => {
    const { asked, door } = logs(found);
    expect(namesOf(await scan(records, { door }))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("gives names that still exist and are in scope", async () => {
    configureDiscovery({ ctLogs: true });
    const { asked, door } = logs(found);
    const result = await scan(records, { door });
    expect(namesOf(result)).toEqual(["ct-a7.shop.test"]);
    expect(sourceOf(result, "ct-a7.shop.test")).toEqual({ sources: ["ct_log"] });
    expect(asked).toEqual(["https://crt.sh/?q=%25.shop.test&output=json&exclude=expired&deduplicate=Y"]);
  });

  it("gives names that a wildcard would answer alike, since a certificate states them", async () => {
    configureDiscovery({ ctLogs: true });
    const { door } = logs(found);
    const result = await scan([["*.shop.test", "A", "93.184.216.64"], ...records], { door });
    expect(sourceOf(result, "ct-a7.shop.test")).toEqual({ sources: ["ct_log"] });
  });

  it("that is down costs nothing but its names", async () => {
    configureDiscovery({ ctLogs: true });
    const { door } = logs(async () => {
      throw new NetError("timeout", "crt.sh: no answer");
    });
    expect(namesOf(await scan([["www.shop.test", "A", "93.184.216.34"]], { door }))).toEqual(["www.shop.test"]);
  });

  it("is refused by the door as long as it is out of scope", async () => {
    configureDiscovery({ ctLogs: true });
    expect(namesOf(await scan([["www.shop.test", "A", "93.184.216.34"]]))).toEqual(["www.shop.test"]);
  });
});

describe("a domain", () => {
  it("that does not exist has no hosts, and costs one question", async () => {
    const { assets, questions } = await scanDns(subdomains, { target, records: [] });
    expect(assets).toEqual([]);
    expect(questions).toEqual(["SOA shop.test"]);
  });

  it("that nobody answers for is not reached", async () => {
    await expect(scan([], { broken: ["shop.test"] })).rejects.toBeInstanceOf(NetError);
  });
});
