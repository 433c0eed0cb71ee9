import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import { type HttpResponse, type Net, NetError, type NetErrorCode } from "../../../functions/net/net.ts";
import { email } from "../../../functions/scanners/easm/email.ts";
import { type Issuer, newIssuer } from "../../../lab/certificates/issue.ts";
import type { ZoneLine } from "../../support/dns-server.ts";
import { type DnsScan, scanDns } from "../../support/scan-dns.ts";

const domain = (value: string): AssetOf<"domain"> => ({ kind: "domain", value, attributes: { sources: ["seed"] } });

const mx: ZoneLine = ["shop.test", "MX", "10 mail.shop.test"];
const spf: ZoneLine = ["shop.test", "TXT", "v=spf1 ip4:93.184.216.0/24 -all"];
const dmarc: ZoneLine = ["_dmarc.shop.test", "TXT", "v=DMARC1; p=reject; rua=mailto:d@shop.test"];
const sts: ZoneLine = ["_mta-sts.shop.test", "TXT", "v=STSv1; id=20260101T000000;"];
const rpt: ZoneLine = ["_smtp._tls.shop.test", "TXT", "v=TLSRPTv1; rua=mailto:t@shop.test"];
const sound = [mx, spf, dmarc, sts, rpt];

const POLICY = "version: STSv1\r\nmode: enforce\r\nmx: mail.shop.test\r\nmax_age: 604800\r\n";

let issuer: Issuer;
let certificate: Buffer;
let foreignCertificate: Buffer;
beforeAll(async () => {
  issuer = await newIssuer(new Date());
  const leafFor = async (name: string) => new X509Certificate((await issuer.issue("good", [name])).cert).raw;
  [certificate, foreignCertificate] = await Promise.all([leafFor("mta-sts.shop.test"), leafFor("www.shop.test")]);
});

interface PolicyHost {
  readonly policy?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly truncated?: boolean;
  readonly untrusted?: string;
  readonly leaf?: Buffer;
  readonly fails?: readonly NetErrorCode[];
}

/** The policy host stands on port 443, where tests cannot listen; everything else is the real door. */
const policyHost =
  ({ policy = POLICY, status = 200, contentType = "text/plain", truncated = false, ...host }: PolicyHost) =>
  (net: Net): Net => {
    const failures = [...(host.fails ?? [])];
    return {
      ...net,
      tls: {
        async handshake() {
          const code = failures.shift();
          if (code) throw new NetError(code, `mta-sts.shop.test: ${code}`);
          const chain = [host.leaf ?? certificate];
          return { protocol: "TLSv1.3", cipher: "", ip: "93.184.216.34", chain, untrusted: host.untrusted ?? null };
        },
      },
      http: {
        request: async (url): Promise<HttpResponse> => ({
          url,
          status,
          headers: { "content-type": [contentType] },
          body: Buffer.from(policy),
          truncated,
          redirects: [],
          ip: "93.184.216.34",
          header: (name) => (name === "content-type" ? contentType : null),
          text: () => policy,
        }),
      },
    };
  };

const scan = (
  records: readonly ZoneLine[],
  { host = {}, ...more }: Partial<DnsScan<"domain">> & { readonly host?: PolicyHost } = {},
) => scanDns(email, { target: domain("shop.test"), records, door: policyHost(host), ...more });

describe("a domain whose mail is in order", () => {
  it("yields nothing", async () => {
    expect((await scan(sound)).detections).toEqual([]);
  });

  it("and that sends no mail, and says so, yields nothing", async () => {
    const silent: ZoneLine = ["shop.test", "TXT", "v=spf1 -all"];
    expect((await scan([silent, dmarc])).rules).toEqual([]);
    expect((await scan([["shop.test", "MX", "0 ."], silent, dmarc])).rules).toEqual([]);
  });

  it("but does not exist is not reached", async () => {
    await expect(scan([])).rejects.toMatchObject({ name: "NetError", code: "name_not_found" });
  });

  it("but nobody answers for is not reached", async () => {
    await expect(scan(sound, { broken: ["shop.test"] })).rejects.toBeInstanceOf(NetError);
  });
});

describe("a domain without any setting", () => {
  it("lacks everything when it receives mail", async () => {
    const { rules, detections } = await scan([mx]);
    expect(rules).toEqual(["dmarc_missing", "mta_sts_missing", "spf_missing", "tls_rpt_missing"]);
    expect(detections.every(({ asset }) => asset.kind === "domain" && asset.value === "shop.test")).toBe(true);
    expect(detections.find(({ rule }) => rule === "spf_missing")?.severity).toBeUndefined();
  });

  it.each([
    ["a null MX", [["shop.test", "MX", "0 ."]]],
    ["no MX", [["shop.test", "A", "93.184.216.34"]]],
  ] as [string, ZoneLine[]][])(
    "with %s lacks what keeps others from using its name, to a lesser degree",
    async (_, records) => {
      const { rules, detections } = await scan(records);
      expect(rules).toEqual(["dmarc_missing", "spf_missing"]);
      expect(detections.find(({ rule }) => rule === "spf_missing")?.severity?.value).toBe("low");
    },
  );

  it("below a domain with DMARC lacks nothing when it has no mail", async () => {
    const records: ZoneLine[] = [dmarc, ["www.shop.test", "A", "93.184.216.34"]];
    expect((await scan(records, { target: domain("www.shop.test") })).rules).toEqual([]);
  });
});

describe("SPF", () => {
  const withSpf = async (record: string, others: readonly ZoneLine[] = []) => {
    const { detections } = await scan([mx, ["shop.test", "TXT", record], dmarc, sts, rpt, ...others]);
    return detections;
  };

  it("twice is none", async () => {
    const detections = await withSpf("v=spf1 +all", [spf]);
    expect(detections.map(({ rule }) => rule)).toEqual(["spf_multiple"]);
  });

  it("records beside other texts are one", async () => {
    const others: ZoneLine[] = ["v=spf10 +all", "spf2.0/pra +all", "google-site-verification=x", "my v=spf1"].map(
      (text) => ["shop.test", "TXT", text],
    );
    expect(await withSpf("V=SPF1 -ALL", others)).toEqual([]);
  });

  it.each([
    "v=spf1 +all",
    "v=spf1 all",
    "v=spf1 mx ALL",
    "v=spf1 ip4:0.0.0.0/0 -all",
    "v=spf1 ip6:::/0 -all",
    "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all",
    "v=spf1 include:open.provider.test -all",
    "v=spf1 redirect=open.provider.test",
  ])("that every sender passes (%s) is permissive, high", async (record) => {
    const others: ZoneLine[] = [["open.provider.test", "TXT", "v=spf1 +all"]];
    expect(await withSpf(record, others)).toMatchObject([{ rule: "spf_permissive", severity: { value: "high" } }]);
  });

  it.each(["v=spf1 ?all", "v=spf1 mx", "v=spf1", "v=spf1 redirect=neutral.provider.test"])(
    "that ends neutrally (%s) is permissive, medium",
    async (record) => {
      const others: ZoneLine[] = [["neutral.provider.test", "TXT", "v=spf1 ?all"]];
      const detections = await withSpf(record, others);
      expect(detections.map(({ rule }) => rule)).toEqual(["spf_permissive"]);
      expect(detections[0]?.severity).toBeUndefined();
    },
  );

  it.each([
    "v=spf1 -all +all",
    "v=spf1 ~all",
    "v=spf1 include:neutral.provider.test -all",
    "v=spf1 ?include:open.provider.test -all",
    "v=spf1 -all redirect=open.provider.test",
    "v=spf1 -ip4:0.0.0.0/1 -all",
    "v=spf1 ip4:93.0.0.0/8 -all",
    "v=spf1 exists:%{i}._spf.shop.test exists:%{l}.x.test exists:%{s}.y.test -all",
    "v=spf1 include:%{i}._spf.shop.test -all",
    "v=spf1 redirect=closed.provider.test",
    "v=spf1 mx a:mail.shop.test/28 ip4:93.184.216.34 unknown=modifier exp=why.shop.test -all",
  ])("that keeps strangers out (%s) is in order", async (record) => {
    const others: ZoneLine[] = [
      ["open.provider.test", "TXT", "v=spf1 +all"],
      ["neutral.provider.test", "TXT", "v=spf1 ?all"],
      ["closed.provider.test", "TXT", "v=spf1 ip4:93.184.216.0/24 -all"],
      ["mail.shop.test", "A", "93.184.216.34"],
    ];
    expect(await withSpf(record, others)).toEqual([]);
  });

  it("may cost ten look-ups, includes of includes counted, and not eleven", async () => {
    const nested: ZoneLine[] = [
      ["a.provider.test", "TXT", "v=spf1 include:b.provider.test include:c.provider.test -all"],
      ["b.provider.test", "TXT", "v=spf1 ip4:93.184.216.1 -all"],
      ["c.provider.test", "TXT", "v=spf1 ip4:93.184.216.2 -all"],
    ];
    const seven = Array.from({ length: 7 }, () => "include:b.provider.test").join(" ");
    expect(await withSpf(`v=spf1 include:a.provider.test ${seven} -all`, nested)).toEqual([]);
    const detections = await withSpf(`v=spf1 include:a.provider.test ${seven} mx -all`, nested);
    expect(detections).toMatchObject([{ rule: "spf_too_many_lookups", evidence: { lookups: 11, void_lookups: 0 } }]);
  });

  it("may cost two look-ups that find nothing, and not three", async () => {
    expect(await withSpf("v=spf1 a:x.shop.test a:y.shop.test -all")).toEqual([]);
    const detections = await withSpf("v=spf1 a:x.shop.test a:y.shop.test mx:z.shop.test -all");
    expect(detections).toMatchObject([{ rule: "spf_too_many_lookups", evidence: { lookups: 3, void_lookups: 3 } }]);
  });

  it("that includes itself in a circle never ends, but its check does", async () => {
    const others: ZoneLine[] = [
      ["a.provider.test", "TXT", "v=spf1 include:b.provider.test -all"],
      ["b.provider.test", "TXT", "v=spf1 include:a.provider.test -all"],
    ];
    const detections = await withSpf("v=spf1 include:a.provider.test -all", others);
    expect(detections).toMatchObject([{ rule: "spf_too_many_lookups", evidence: { loop_at: "a.provider.test" } }]);
    expect((await withSpf("v=spf1 redirect=shop.test")).map(({ rule }) => rule)).toEqual(["spf_too_many_lookups"]);
  });

  it("that fans out without end costs a bounded number of questions", async () => {
    const fan = (depth: number) =>
      Array.from({ length: 9 }, (_, n) => `include:f${depth}-${n}.provider.test`).join(" ");
    const others = [0, 1, 2, 3].flatMap((depth) =>
      Array.from(
        { length: 9 },
        (_, n): ZoneLine => [`f${depth}-${n}.provider.test`, "TXT", `v=spf1 ${fan(depth + 1)} -all`],
      ),
    );
    const { rules, questions } = await scan([
      mx,
      ["shop.test", "TXT", `v=spf1 ${fan(0)} -all`],
      dmarc,
      sts,
      rpt,
      ...others,
    ]);
    expect(rules).toEqual(["spf_too_many_lookups"]);
    expect(questions.length).toBeLessThan(60);
  });

  it.each([
    "v=spf1 ipv4:93.184.216.34 -all",
    "v=spf1 ip4:93.184.216.999 -all",
    "v=spf1 ip4:93.184.216.0/33 -all",
    "v=spf1 ip4:93.184.1 -all",
    "v=spf1 ip6:fe80::1%eth0 -all",
    "v=spf1 ip6:93.184.216.34 -all",
    "v=spf1 include -all",
    "v=spf1 include:nothing.provider.test -all",
    "v=spf1 redirect=a.test redirect=b.test -all",
    "v=spf1 all:shop.test -all",
  ])("that receivers cannot use (%s) is invalid", async (record) => {
    expect((await withSpf(record)).map(({ rule }) => rule)).toEqual(["spf_invalid"]);
  });

  it("is not blamed for a provider that does not answer just now", async () => {
    const { rules } = await scan([mx, ["shop.test", "TXT", "v=spf1 include:spf.provider.test -all"], dmarc, sts, rpt], {
      broken: ["provider.test"],
    });
    expect(rules).toEqual([]);
  });
});

describe("DMARC", () => {
  const withDmarc = async (texts: readonly string[], others: readonly ZoneLine[] = []) => {
    const records = texts.map((text): ZoneLine => ["_dmarc.shop.test", "TXT", text]);
    return (await scan([mx, spf, sts, rpt, ...records, ...others])).detections;
  };

  it.each([
    "v=DMARC1; p=none",
    "v=DMARC1; rua=mailto:d@shop.test",
    "v=DMARC1; p=quarantine; t=y",
    "v=DMARC1;p=NONE;pct=100",
  ])("without effect (%s)", async (text) => {
    expect(await withDmarc([text])).toMatchObject([{ rule: "dmarc_policy_none", matched_at: "_dmarc.shop.test" }]);
  });

  it.each([
    "v=DMARC1; p=reject",
    "v=DMARC1;p=quarantine;",
    "v = DMARC1 ; p = Reject; sp=reject; np=reject; psd=n; adkim=s; fo=1",
    "v=DMARC1; p=reject; t=y",
    "v=DMARC1; p=reject; pct=0",
    "v=DMARC1; p=reject; rua=mailto:a@x.test,mailto:b@y.test!10m",
  ])("with effect (%s)", async (text) => {
    expect(await withDmarc([text])).toEqual([]);
  });

  it("that spares subdomains is without effect for them", async () => {
    expect(await withDmarc(["v=DMARC1; p=reject; sp=none"])).toMatchObject([
      { rule: "dmarc_policy_none", parameter: "sp" },
    ]);
  });

  it("names the tags that RFC 9989 removed", async () => {
    expect(await withDmarc(["v=DMARC1; p=none; pct=50; ri=3600"])).toMatchObject([
      { evidence: { ignored_tags: ["pct=50", "ri=3600"] } },
    ]);
  });

  it.each([
    [["v=DMARC1; p=rejct"]],
    [["v=DMARC1 p=reject"]],
    [["v=dmarc1; p=reject"]],
    [[" v=DMARC1; p=reject"]],
    [["v=DMARC1; p=reject; p=none"]],
    [["v=DMARC1; p=reject; rua=d@shop.test"]],
    [["v=DMARC1; p=reject; sp=block"]],
    [["v=DMARC1; p=reject", "v=DMARC1; p=none"]],
  ])("with an error (%s)", async (texts) => {
    expect((await withDmarc(texts)).map(({ rule }) => rule)).toEqual(["dmarc_invalid"]);
  });

  it("is missing when the texts at the name are about something else", async () => {
    expect((await withDmarc(["v=spf1 -all"])).map(({ rule }) => rule)).toEqual(["dmarc_missing"]);
  });

  describe("of the organizational domain", () => {
    const below = async (records: readonly ZoneLine[], seeds = ["a.b.shop.test"]) =>
      (await scan([["a.b.shop.test", "A", "93.184.216.34"], ...records], { target: domain("a.b.shop.test"), seeds }))
        .detections;

    it("covers the domains below it", async () => {
      expect(await below([dmarc])).toEqual([]);
      expect((await below([])).map(({ rule }) => rule)).toEqual(["dmarc_missing"]);
    });

    it("covers nothing when it has two records", async () => {
      const second: ZoneLine = ["_dmarc.shop.test", "TXT", "v=DMARC1; p=quarantine"];
      expect((await below([dmarc, second])).map(({ rule }) => rule)).toEqual(["dmarc_missing"]);
    });

    it("applies by its sp, and is told where only the subdomain is scanned", async () => {
      const record: ZoneLine = ["_dmarc.shop.test", "TXT", "v=DMARC1; p=reject; sp=none"];
      expect(await below([record])).toMatchObject([
        { rule: "dmarc_policy_none", evidence: { found_at: "_dmarc.shop.test" } },
      ]);
      expect(await below([record], ["a.b.shop.test", "shop.test"])).toEqual([]);
    });

    it("gives way to a record of the domain itself", async () => {
      expect(await below([dmarc, ["_dmarc.a.b.shop.test", "TXT", "v=DMARC1; p=none"]])).toMatchObject([
        { rule: "dmarc_policy_none", evidence: { found_at: "_dmarc.a.b.shop.test" } },
      ]);
    });
  });
});

describe("MTA-STS", () => {
  const reasonsOf = async (host: PolicyHost, records: readonly ZoneLine[] = sound) => {
    const { detections } = await scan(records, { host });
    return detections.map(({ rule, evidence }) => `${rule}: ${evidence.reasons}`);
  };

  it.each([
    ["another name's certificate", "for another name", () => ({ leaf: foreignCertificate })],
    ["an expired certificate", "CERT_HAS_EXPIRED", () => ({ untrusted: "CERT_HAS_EXPIRED" })],
    ["a redirect", "answers 301", () => ({ status: 301 })],
    ["a page in place of the policy", "text/plain", () => ({ contentType: "text/html", policy: "<html>" })],
    ["an endless policy", "larger than", () => ({ truncated: true })],
    ["a policy without a mode", "mode is not", () => ({ policy: POLICY.replace("mode: enforce", "mode: on") })],
    ["a policy of another version", "version is not", () => ({ policy: POLICY.replace("STSv1", "STSv2") })],
    ["a policy for ever", "max_age is not", () => ({ policy: POLICY.replace("604800", "99999999") })],
    ["a policy without hosts", "no mx is named", () => ({ policy: POLICY.replace("mx: mail.shop.test\r\n", "") })],
    [
      "a policy for other hosts",
      "the mail host mail.shop.test",
      () => ({ policy: POLICY.replace("mail.shop", "*.mail.shop") }),
    ],
    ["a host that refuses twice", "cannot be fetched", () => ({ fails: ["refused", "refused"] })],
  ] as [string, string, () => PolicyHost][])("with %s does not work", async (_, reason, host) => {
    expect(await reasonsOf(host())).toEqual([expect.stringMatching(`^mta_sts_invalid: .*${reason}`)]);
  });

  it.each([
    ["one that fails once", () => ({ fails: ["timeout"] })],
    ["a pattern for the mail hosts", () => ({ policy: POLICY.replace("mx: mail", "mx: other.test\nmx: *") })],
    [
      "mode testing and bare line feeds",
      () => ({ policy: POLICY.replaceAll("\r\n", "\n").replace("enforce", "testing") }),
    ],
    ["a charset", () => ({ contentType: "text/plain; charset=utf-8" })],
  ] as [string, () => PolicyHost][])("with %s works", async (_, host) => {
    expect(await reasonsOf(host())).toEqual([]);
  });

  it("that is wound up (mode none) is missing", async () => {
    const { detections } = await scan(sound, { host: { policy: POLICY.replace("enforce", "none") } });
    expect(detections).toMatchObject([{ rule: "mta_sts_missing", evidence: { mode: "none" } }]);
  });

  it("announced twice, or without an id, does not work", async () => {
    const second: ZoneLine = ["_mta-sts.shop.test", "TXT", "v=STSv1; id=2;"];
    expect(await reasonsOf({}, [...sound, second])).toEqual([expect.stringContaining("2 records")]);
    const withoutId: ZoneLine = ["_mta-sts.shop.test", "TXT", "v=STSv1;"];
    expect(await reasonsOf({}, [mx, spf, dmarc, rpt, withoutId])).toEqual([expect.stringContaining("no id")]);
  });

  it("is not judged where the customer excluded its host", async () => {
    const excluded = await scan(sound, { exclude: ["mta-sts.shop.test"], host: { fails: ["refused", "refused"] } });
    expect(excluded.rules).toEqual([]);
  });
});

describe("an MTA-STS policy over a real connection", () => {
  const served = async (kind: "good" | "self_signed" | "other_name" | "expired") => {
    const credentials = await issuer.issue(kind, ["mta-sts.shop.test"]);
    const server: Server = createServer(credentials, (request, response) => {
      const isPolicy = request.url === "/.well-known/mta-sts.txt";
      response.writeHead(isPolicy ? 200 : 404, { "content-type": "text/plain" }).end(isPolicy ? POLICY : "");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    // Only the port differs from what the scanner asks for: 443 is not a test's to listen on.
    const door = (net: Net): Net => ({
      ...net,
      tls: { handshake: (target, options) => net.tls.handshake({ ...target, port }, options) },
      http: { request: (url, request) => net.http.request(url.replace(".test/", `.test:${port}/`), request) },
    });
    try {
      const { detections } = await scanDns(email, {
        target: domain("shop.test"),
        records: [...sound, ["mta-sts.shop.test", "A", "127.0.0.1"]],
        allowedCidrs: ["127.0.0.1/32"],
        trustedRoots: [issuer.rootCertificate],
        door,
      });
      return detections.map(({ rule, evidence }) => `${rule}: ${evidence.reasons}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it("is accepted with a valid certificate", async () => {
    expect(await served("good")).toEqual([]);
  });

  it.each([
    ["self_signed", "not valid"],
    ["expired", "CERT_HAS_EXPIRED"],
    ["other_name", "for another name"],
  ] as const)("is not with one that is %s", async (kind, reason) => {
    expect(await served(kind)).toEqual([expect.stringMatching(`^mta_sts_invalid: .*${reason}`)]);
  });
});

describe("TLS-RPT", () => {
  it.each([
    [["v=TLSRPTv1; rua=https://reports.test/tls"], []],
    [["v=TLSRPTv1;rua=mailto:t@shop.test,https://reports.test/"], []],
    [["v=TLSRPTv1; rua=t@shop.test"], ["tls_rpt_missing"]],
    [["v=TLSRPTv1"], ["tls_rpt_missing"]],
    [["v=TLSRPTv1; rua=mailto:a@shop.test", "v=TLSRPTv1; rua=mailto:b@shop.test"], ["tls_rpt_missing"]],
    [["something else"], ["tls_rpt_missing"]],
  ])("%s gives %s", async (texts, rules) => {
    const records = texts.map((text): ZoneLine => ["_smtp._tls.shop.test", "TXT", text]);
    expect((await scan([mx, spf, dmarc, sts, ...records])).rules).toEqual(rules);
  });
});
