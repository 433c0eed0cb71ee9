import { expect, test } from "vitest";
import type { DnsAnswer } from "../../../../functions/net/net.ts";
import { dataOf } from "../../../../functions/scanners/easm/dns/answers.ts";

const record = (data: string) => ({ name: "shop.test", type: "MX" as const, ttl: 60, data });

test("records that a name server rotates read the same", () => {
  const answer = (...data: string[]): DnsAnswer => ({ rcode: "NOERROR", answers: data.map(record), authority: [] });
  const read = dataOf(answer("10 a.shop.test", "10 b.shop.test"), "MX");
  expect(dataOf(answer("10 b.shop.test", "10 a.shop.test", "10 b.shop.test"), "MX")).toEqual(read);
});
