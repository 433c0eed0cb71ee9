import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dns, DnsRecord } from "../../../../functions/net/net.ts";
import { discoverDmarc, treeWalk } from "../../../../functions/scanners/easm/email/dmarc-discovery.ts";
import { effectivePolicy, isDmarc, parseDmarc } from "../../../../functions/scanners/easm/email/dmarc-record.ts";
import { matchesMx, parseStsPolicy } from "../../../../functions/scanners/easm/email/mta-sts-policy.ts";
import { isSpf, parseSpf } from "../../../../functions/scanners/easm/email/spf-record.ts";
import { assessSpf } from "../../../../functions/scanners/easm/email/spf-walk.ts";

describe("the tree walk", () => {
  it("goes up label by label", () => {
    expect(treeWalk("a.shop.test")).toEqual(["a.shop.test", "shop.test", "test"]);
  });

  it("jumps from long names to the last seven labels (the example of RFC 9989)", () => {
    expect(treeWalk("a.b.c.d.e.f.g.h.i.j.mail.example.com")).toEqual([
      "a.b.c.d.e.f.g.h.i.j.mail.example.com",
      "g.h.i.j.mail.example.com",
      "h.i.j.mail.example.com",
      "i.j.mail.example.com",
      "j.mail.example.com",
      "mail.example.com",
      "example.com",
      "com",
    ]);
  });

  it("never costs more than eight questions", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "bb", "c1"), { minLength: 1, maxLength: 60 }), (labels) => {
        const walk = treeWalk(labels.join("."));
        expect(walk.length).toBe(Math.min(labels.length, 8));
        expect(new Set(walk).size).toBe(walk.length);
      }),
    );
  });
});

describe("the organizational domain", () => {
  const found = async (domain: string, records: Readonly<Record<string, string>>) => {
    const answers = (name: string): DnsRecord[] => {
      const data = records[name.replace("_dmarc.", "")];
      return data === undefined ? [] : [{ name, type: "TXT", ttl: 60, data }];
    };
    const dns: Dns = {
      query: async (name) => ({ rcode: "NOERROR", answers: answers(name), authority: [] }),
      addresses: async () => [],
      ask: () => Promise.reject(new Error("not needed")),
      transfer: async () => null,
    };
    return (await discoverDmarc(domain, dns)).place?.domain ?? null;
  };
  const reject = "v=DMARC1; p=reject";

  it("is the highest name with a record", async () => {
    expect(await found("a.b.shop.test", { "b.shop.test": reject, "shop.test": reject })).toBe("shop.test");
  });

  it("is the first that says it is no public suffix", async () => {
    const records = { "b.shop.test": `${reject}; psd=n`, "shop.test": reject };
    expect(await found("a.b.shop.test", records)).toBe("b.shop.test");
  });

  it("is the one below a public suffix, whose own record serves where there is no other", async () => {
    const suffix = { test: `${reject}; psd=y` };
    expect(await found("a.shop.test", { ...suffix, "shop.test": reject })).toBe("shop.test");
    expect(await found("a.shop.test", suffix)).toBe("test");
  });

  it("has no record where it has two readings", async () => {
    expect(await found("a.shop.test", { "shop.test": "something else" })).toBeNull();
  });
});

describe("DMARC records", () => {
  it("weaken by one step in a test, and give subdomains their sp", () => {
    const policies = (text: string) => [
      effectivePolicy(parseDmarc(text), false),
      effectivePolicy(parseDmarc(text), true),
    ];
    expect(policies("v=DMARC1; p=reject; sp=quarantine; t=y")).toEqual(["quarantine", "none"]);
    expect(policies("v=DMARC1; p=quarantine")).toEqual(["quarantine", "quarantine"]);
    expect(policies("v=DMARC1; sp=reject")).toEqual(["none", "reject"]);
  });

  it("may be any text without harm", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const record = parseDmarc(`v=DMARC1;${text}`);
        expect(isDmarc(`v=DMARC1;${text}`)).toBe(true);
        expect(["none", "quarantine", "reject"]).toContain(effectivePolicy(record, false));
      }),
    );
  });
});

describe("SPF records", () => {
  it("are taken apart", () => {
    expect(parseSpf("v=spf1 ?A:Mail.Shop.Test/24//64 ip6:2001:db8::/32 -all redirect=x.test")).toEqual({
      directives: [
        { qualifier: "?", mechanism: "a", domain: "mail.shop.test", network: null },
        { qualifier: "+", mechanism: "ip6", domain: null, network: { address: "2001:db8::", bits: 32 } },
        { qualifier: "-", mechanism: "all", domain: null, network: null },
      ],
      redirect: "x.test",
      errors: [],
    });
  });

  it("may have macros and slashes in them", () => {
    expect(parseSpf("v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d2} include:%{d}.x.test -all").errors).toEqual([]);
    expect(parseSpf("v=spf1 exists:%{l1r-/}.s.test a:%{d1r/}.x.test/24 -all")).toMatchObject({
      errors: [],
      directives: [{ domain: "%{l1r-/}.s.test" }, { domain: "%{d1r/}.x.test" }, {}],
    });
  });

  it("may be any text, and ask for anything, without harm and without end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("include:a.test", "redirect=a.test", "mx", "a", "+all", "ip4:1/", "%", "")),
        async (terms) => {
          const text = `v=spf1 ${terms.join(" ")}`;
          let questions = 0;
          const assessment = await assessSpf("a.test", text, async (name, type) => {
            questions += 1;
            return { rcode: "NOERROR", answers: [{ name, type, ttl: 1, data: text }], authority: [] };
          });
          expect(isSpf(text)).toBe(true);
          expect(questions).toBeLessThanOrEqual(100);
          expect(assessment.lookups).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("MTA-STS policies", () => {
  it("match one label by a wildcard", () => {
    expect(matchesMx("mx1.shop.test", ["*.shop.test"])).toBe(true);
    expect(matchesMx("a.mx1.shop.test", ["*.shop.test"])).toBe(false);
    expect(matchesMx("shop.test", ["*.shop.test"])).toBe(false);
  });

  it("may be any text without harm", () => {
    fc.assert(fc.property(fc.string(), (text) => parseStsPolicy(text).errors.length > 0));
  });
});
