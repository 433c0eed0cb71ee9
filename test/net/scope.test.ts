import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScope } from "../../functions/net/scope.ts";

const scope = createScope({
  domains: ["example.com", "shop.example.org"],
  ranges: ["93.184.216.0/24", "2606:2800::/32", "198.51.100.7"],
  exclude: ["secret.example.com", "93.184.216.128/25", "2606:2800:1::/48", "93.184.216.5"],
});

describe("in scope", () => {
  it.each([
    "example.com",
    "www.example.com",
    "a.b.c.example.com",
    "_dmarc.example.com",
    "EXAMPLE.com",
    "www.example.com.",
    "shop.example.org",
    "93.184.216.34",
    "::ffff:93.184.216.34",
    "2606:2800::1",
    "2606:2800:0000:0:0:0:0:0001",
    "198.51.100.7",
  ])("%s", (host) => {
    expect(scope.allows(host)).toBe(true);
  });
});

describe("out of scope", () => {
  it.each([
    "notexample.com",
    "example.com.evil.org",
    "com",
    "example.org",
    "example.co",
    "",
    ".",
    "example.com/..",
    "evil.org#.example.com",
    "evil.org\u0000.example.com",
    "evil.org/.example.com",
    "user@example.com",
    "example.com:80",
    "93.184.217.1",
    "1572395042", // 93.184.216.34 as inet_aton reads it
    "0x5d.184.216.34",
    "93.184.216",
    "198.51.100.8",
    "2606:2801::1",
    "fe80::1%eth0",
  ])("%j", (host) => {
    expect(scope.allows(host)).toBe(false);
  });
});

describe("an exclusion", () => {
  it.each([
    "secret.example.com",
    "deep.secret.example.com",
    "Secret.Example.com.",
    "93.184.216.128",
    "93.184.216.5",
    "::ffff:93.184.216.5",
    "2606:2800:1::9",
  ])("takes %s out of the scope", (host) => {
    expect(scope.allows(host)).toBe(false);
    expect(scope.excludes(host)).toBe(true);
  });

  it("in the mapped form takes out the addresses that are mapped, and the seeds may be written so too", () => {
    const mapped = createScope({
      domains: [],
      ranges: ["::ffff:93.184.216.0/120"],
      exclude: ["::FFFF:93.184.216.128/121", "::ffff:93.184.216.5"],
    });
    expect(mapped.allows("93.184.216.34")).toBe(true);
    for (const host of ["93.184.216.128", "93.184.216.5", "::ffff:93.184.216.200"]) {
      expect(mapped.allows(host)).toBe(false);
      expect(mapped.excludes(host)).toBe(true);
    }
  });

  it("keeps to labels", () => {
    expect(scope.allows("notsecret.example.com")).toBe(true);
  });

  it("is known for what was never in scope", () => {
    expect(scope.excludes("93.184.216.200")).toBe(true);
    expect(scope.excludes("ns1.elsewhere.net")).toBe(false);
    expect(scope.excludes("8.8.8.8")).toBe(false);
    expect(scope.excludes("not a name")).toBe(true);
  });
});

describe("for every name", () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z0-9]$/);
  it("only a dot before the seed makes it part of the scope", () => {
    fc.assert(
      fc.property(label, (prefix) => {
        expect(scope.allows(`${prefix}.shop.example.org`)).toBe(true);
        expect(scope.allows(`${prefix}shop.example.org`)).toBe(false);
        expect(scope.allows(`shop.example.org.${prefix}`)).toBe(false);
      }),
    );
  });
});
