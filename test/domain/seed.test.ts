import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange, parseSeed } from "../../functions/domain/seed.ts";

describe("parseSeed", () => {
  test.each([
    ["Example.COM", "example.com", "domain"],
    ["  www.example.com. ", "www.example.com", "domain"],
    ["bücher.de", "xn--bcher-kva.de", "domain"],
    ["a.b.github.io", "a.b.github.io", "domain"],
    ["acme.test", "acme.test", "domain"],
    ["192.0.2.1", "192.0.2.1", "ip_range"],
    ["192.0.2.77/24", "192.0.2.0/24", "ip_range"],
    ["2001:DB8::1", "2001:db8::1", "ip_range"],
    ["2001:db8::1/32", "2001:db8::/32", "ip_range"],
    ["::ffff:192.0.2.7", "192.0.2.7", "ip_range"],
    ["::FFFF:c000:207", "192.0.2.7", "ip_range"],
    ["::ffff:192.0.2.77/120", "192.0.2.0/24", "ip_range"],
    ["::ffff:0:0/96", "0.0.0.0/0", "ip_range"],
    ["AS64500", "as64500", "asn"],
    ["Acme Corp", "acme corp", "keyword"],
    ["acme", "acme", "keyword"],
    ["host.notarealsuffix", "host.notarealsuffix", "keyword"],
    ["com", "com", "keyword"],
    ["co.uk", "co.uk", "keyword"],
  ])("%j is %s, kind %s", (input, value, kind) => {
    expect(parseSeed(input)).toEqual({ value, kind });
  });

  test.each([
    "",
    "999.1.1.1",
    "10.0.0",
    "  ",
    "x".repeat(64),
    "a\u0000b",
    "<b>",
    "a\u202eb",
    "192.0.2.1/33",
    "::ffff:192.0.2.0/95",
    "::ffff:192.0.2.0/129",
    "example.com/x",
    "https://example.com",
    "a@example.com",
    "example.com:443",
    "*.example.com",
  ])("refuses %j", (input) => {
    expect(parseSeed(input)).toBeNull();
  });

  test("a normalised value is its own normal form", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 70 }), fc.domain(), fc.ipV4(), fc.ipV6()), (input) => {
        const seed = parseSeed(input);
        if (seed) expect(parseSeed(seed.value)).toEqual(seed);
      }),
    );
  });
});

describe("parseRange", () => {
  test.each(["010.0.0.1", "10.1", "0x7f.0.0.1", "::ffff:010.0.0.1", "2001:db8::/129", "fe80::1%eth0", "1::2::3", ""])(
    "refuses %j",
    (text) => {
      expect(parseRange(text)).toBeNull();
    },
  );

  test("takes what Node takes for an address, and nothing else", () => {
    const near = fc.stringMatching(/^[0-9a-f.:]{1,24}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(parseRange(text.toLowerCase()) !== null).toBe(isIP(text) !== 0);
      }),
      { numRuns: 1000 },
    );
  });

  test("a range of mapped addresses is the range of those that they map", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        expect(parseRange(`::ffff:${address}/${bits + 96}`)).toBe(parseRange(`${address}/${bits}`));
      }),
    );
  });
});
