import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBlockCheck } from "../../functions/net/block-list.ts";

const isBlocked = createBlockCheck();

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));
const ipv4Within = (prefix: readonly number[]) =>
  fc.tuple(octet, octet, octet, octet).map((octets) => octets.map((each, index) => prefix[index] ?? each).join("."));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (length: number) =>
  fc.array(group, { minLength: length, maxLength: length }).map((each) => each.join(":"));
const hexPair = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

describe("an address that is not public unicast", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "0:0:0:0:0:ffff:7f00:1",
    "::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
  ])("%s is blocked", (address) => {
    expect(isBlocked(address)).toBe(true);
  });
});

describe("a public address", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450::1",
  ])("%s passes", (address) => {
    expect(isBlocked(address)).toBe(false);
  });
});

describe("what is no address in its one spelling", () => {
  it.each([
    "",
    "example.com",
    "2130706433",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "010.0.0.1",
    "1.2.3.4 ",
    "1.2.3.4/32",
    "fe80::1%lo",
    "[::1]",
  ])("%j is blocked", (text) => {
    expect(isBlocked(text)).toBe(true);
  });
});

describe("for every address", () => {
  it("a private network is blocked whatever follows its prefix", () => {
    const prefixes = [
      [0],
      [10],
      [127],
      [169, 254],
      [172, 16],
      [172, 31],
      [192, 168],
      [100, 64],
      [198, 18],
      [224],
      [255],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...prefixes).chain(ipv4Within), (address) => {
        expect(isBlocked(address)).toBe(true);
      }),
    );
  });

  it("the mapped form is judged as the address within, in each spelling", () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(isBlocked(`::ffff:${address}`)).toBe(isBlocked(address));
        expect(isBlocked(`::FFFF:${hexPair(address)}`)).toBe(isBlocked(address));
        expect(isBlocked(`0:0:0:0:0:ffff:${address}`)).toBe(isBlocked(address));
      }),
    );
  });

  it("the NAT64 form is judged as the address within", () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(isBlocked(`64:ff9b::${address}`)).toBe(isBlocked(address));
        expect(isBlocked(`0064:ff9b:0:0:0:0:${hexPair(address)}`)).toBe(isBlocked(address));
      }),
    );
  });

  it("6to4, Teredo, unique local and link-local are blocked whatever they carry", () => {
    fc.assert(
      fc.property(ipv4, groups(5), groups(6), groups(7), (address, five, six, seven) => {
        expect(isBlocked(`2002:${hexPair(address)}:${five}`)).toBe(true);
        expect(isBlocked(`2001:0:${six}`)).toBe(true);
        for (const prefix of ["fc00", "fdff", "fe80", "febf", "ff0e"])
          expect(isBlocked(`${prefix}:${seven}`)).toBe(true);
      }),
    );
  });

  it("nothing outside of 2000::/3 and NAT64 passes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), groups(7), (first, rest) => {
        fc.pre(first >>> 13 !== 1);
        const address = `${first.toString(16)}:${rest}`;
        fc.pre(!address.startsWith("64:ff9b:0:0:0:0:") && !address.startsWith("0:0:0:0:0:ffff:"));
        expect(isBlocked(address)).toBe(true);
      }),
    );
  });

  it("opening a range changes nothing outside of it", () => {
    const withLab = createBlockCheck(["127.0.10.0/24"]);
    fc.assert(
      fc.property(ipv4, (address) => {
        fc.pre(!address.startsWith("127.0.10."));
        expect(withLab(address)).toBe(isBlocked(address));
      }),
    );
  });
});

describe("opened ranges", () => {
  it("pass, in the mapped form too", () => {
    const withLab = createBlockCheck(["127.0.10.0/24", "fd12::/16"]);
    expect(["127.0.10.7", "::ffff:127.0.10.7", "fd12::1"].map(withLab)).toEqual([false, false, false]);
    expect(withLab("127.0.11.7")).toBe(true);
  });

  it("never open the metadata services", () => {
    const wide = createBlockCheck(["0.0.0.0/0", "::/0"]);
    expect(wide("10.0.0.1")).toBe(false);
    for (const address of [
      "169.254.169.254",
      "169.254.170.2",
      "::ffff:169.254.169.254",
      "64:ff9b::a9fe:a9fe",
      "fd00:ec2::254",
    ]) {
      expect(wide(address)).toBe(true);
    }
  });
});
