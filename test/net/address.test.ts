import { expect, it } from "vitest";
import { canonicalAddress, canonicalRange } from "../../functions/net/address.ts";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:C000:0201", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["fe80::1%eth0", null],
  ["0x7f.1", null],
  ["2130706433", null],
  ["192.0.2.0/24", null],
  ["example.com", null],
])("the address %s is %s", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

it.each([
  ["192.0.2.77/24", { address: "192.0.2.0", bits: 24 }],
  ["192.0.2.1", { address: "192.0.2.1", bits: 32 }],
  ["::ffff:10.0.0.0/104", { address: "10.0.0.0", bits: 8 }],
  ["2001:DB8::/32", { address: "2001:db8::", bits: 32 }],
  ["::1", { address: "::1", bits: 128 }],
  ["::ffff:10.0.0.0/8", null],
  ["192.0.2.0/33", null],
  ["nonsense", null],
])("the range %s is %o", (text, range) => {
  expect(canonicalRange(text)).toEqual(range);
});
