import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressCount, containsRange, inScope, scopeOf, seedAssets } from "../../functions/domain/scope.ts";
import type { SeedDomain } from "../../functions/domain/seed.ts";

const seed = (value: string, kind: SeedDomain["kind"]): SeedDomain => ({
  id: "00000000-0000-4000-8000-000000000000",
  value,
  kind,
});

describe("inScope", () => {
  const scope = {
    domains: ["example.com"],
    ranges: ["192.0.2.0/24", "2001:db8::1"],
    exclude: ["vpn.example.com", "192.0.2.9"],
  };

  test.each(["example.com", "www.example.com", "a.b.example.com", "192.0.2.1", "2001:db8::1"])("%s is", (host) => {
    expect(inScope(host, scope)).toBe(true);
  });

  test.each([
    "notexample.com",
    "example.com.evil.test",
    "com",
    "vpn.example.com",
    "x.vpn.example.com",
    "192.0.2.9",
    "192.0.3.1",
    "2001:db8::2",
    "",
  ])("%j is not", (host) => {
    expect(inScope(host, scope)).toBe(false);
  });

  test("an exclusion always wins", () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (domain, excluded) => {
        expect(inScope(excluded, { domains: [domain, excluded], ranges: [], exclude: [excluded] })).toBe(false);
      }),
    );
  });
});

describe("containsRange", () => {
  test.each([
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "10.1.0.0/16", true],
    ["10.1.0.0/16", "10.0.0.0/8", false],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["::/0", "10.0.0.1", false],
    ["2001:db8::/32", "2001:db8:1::/48", true],
    ["10.0.0.0/8", "example.com", false],
  ])("%s, %s: %s", (outer, inner, expected) => {
    expect(containsRange(outer, inner)).toBe(expected);
  });
});

test.each([
  ["192.0.2.1", 1],
  ["192.0.2.0/24", 256],
  ["2001:db8::/120", 256],
])("%s holds %i addresses", (range, count) => {
  expect(addressCount(range)).toBe(count);
});

describe("scopeOf", () => {
  const seeds = [
    seed("example.com", "domain"),
    seed("192.0.2.0/30", "ip_range"),
    seed("as64500", "asn"),
    seed("acme", "keyword"),
  ];

  test("takes domains and ranges of the seeds, and nothing of other kinds", () => {
    expect(scopeOf(seeds, null, [])).toEqual({ domains: ["example.com"], ranges: ["192.0.2.0/30"], exclude: [] });
  });

  test("takes only the targets where there are some", () => {
    expect(scopeOf(seeds, ["WWW.example.com"], ["Vpn.example.com"])).toEqual({
      domains: ["www.example.com"],
      ranges: [],
      exclude: ["vpn.example.com"],
    });
  });

  test("an exclusion of mapped addresses excludes the addresses that they map", () => {
    const { exclude } = scopeOf(seeds, null, ["::ffff:192.0.2.0/127", "::ffff:192.0.2.3"]);
    expect(exclude).toEqual(["192.0.2.0/31", "192.0.2.3"]);
    const assets = seedAssets({ domains: [], ranges: ["192.0.2.0/30"], exclude }, []);
    expect(assets.map(({ value }) => value)).toEqual(["192.0.2.2"]);
  });

  test("seed assets are the domains and each address, without what is excluded", () => {
    const assets = seedAssets(scopeOf(seeds, null, ["192.0.2.2"]), seeds);
    expect(assets.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      "domain example.com",
      "ip 192.0.2.0",
      "ip 192.0.2.1",
      "ip 192.0.2.3",
    ]);
  });

  test("a target below a seed is a host, and not a domain of its own", () => {
    const assets = seedAssets(scopeOf(seeds, ["example.com", "www.example.com"], []), seeds);
    expect(assets.map(({ kind, value }) => `${kind} ${value}`)).toEqual(["domain example.com", "host www.example.com"]);
  });

  test("carries over bytes", () => {
    const assets = seedAssets(
      scopeOf([seed("10.0.0.254/31", "ip_range"), seed("10.0.0.255/32", "ip_range")], null, []),
      [],
    );
    expect(assets.map(({ value }) => value)).toEqual(["10.0.0.254", "10.0.0.255", "10.0.0.255"]);
    const wide = seedAssets(scopeOf([seed("10.0.0.0/23", "ip_range")], null, []), []);
    expect(wide).toHaveLength(512);
    expect(wide[256]?.value).toBe("10.0.1.0");
  });
});
