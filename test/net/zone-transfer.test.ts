import type { Answer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { createGuard } from "../../functions/net/guard.ts";
import { createLifetime } from "../../functions/net/lifetime.ts";
import { createAddressGate } from "../../functions/net/rate.ts";
import { createScope } from "../../functions/net/scope.ts";
import { createTransfer } from "../../functions/net/zone-transfer.ts";
import { a, type DnsReply, dnsServer, loopbackNet, tcpServer } from "./support.ts";

const soa: Answer = {
  type: "SOA",
  name: "example.test",
  data: { mname: "ns.example.test", rname: "root.example.test" },
};
const host = (label: number | string) => a(`${label}.example.test`, "192.0.2.1");

/** A server of the zone, asked at 127.0.0.1. */
async function transferFrom(reply: DnsReply | (() => DnsReply), exclude: readonly string[] = []) {
  const { port, asked } = await dnsServer(() => (typeof reply === "function" ? reply() : reply));
  const { dns } = loopbackNet({ scope: { exclude }, config: { authoritativePort: port } });
  return { asked, records: dns.transfer("example.test", "127.0.0.1") };
}

describe("a zone transfer", () => {
  it("gives the records of the zone over several messages", async () => {
    const { records, asked } = await transferFrom([
      { answers: [soa, host("a")] },
      { questions: [], answers: [host("b")] },
      { answers: [soa] },
    ]);
    expect((await records)?.map(({ type, name }) => `${type} ${name}`)).toEqual([
      "SOA example.test",
      "A a.example.test",
      "A b.example.test",
      "SOA example.test",
    ]);
    expect(asked).toEqual(["tcp AXFR example.test"]);
  });

  it("keeps only what belongs to the zone", async () => {
    const { records } = await transferFrom({ answers: [soa, a("www.notexample.test", "6.6.6.6"), host("a"), soa] });
    expect((await records)?.map(({ name }) => name)).toEqual(["example.test", "a.example.test", "example.test"]);
  });

  it("stops at 10,000 records", async () => {
    const messages = Array.from({ length: 30 }, (_, message) => ({
      answers: [
        ...(message === 0 ? [soa] : []),
        ...Array.from({ length: 500 }, (_, index) => host(message * 500 + index)),
      ],
    }));
    const { records } = await transferFrom(messages);
    expect(await records).toHaveLength(10_000);
  });

  it("gives what had come when the server ends it early", async () => {
    const { records } = await transferFrom({ answers: [soa, host("a")] });
    expect(await records).toHaveLength(2);
  });
});

describe("a refusal", () => {
  it.each<[string, DnsReply]>([
    ["REFUSED", { flags: 5 }],
    ["NOTAUTH", { flags: 9 }],
    ["SERVFAIL", { flags: 2 }],
    ["an answer that does not begin with the SOA", { answers: [host("a")] }],
    ["an empty answer", { answers: [] }],
    ["a closed connection", null],
    [
      "an answer to another question",
      { id: 1, questions: [{ type: "AXFR", name: "other.test" }], answers: [soa, soa] },
    ],
  ])("by %s is null", async (_, reply) => {
    const { records } = await transferFrom(reply);
    expect(await records).toBeNull();
  });

  it("by a closed port is null", async () => {
    const { dns } = loopbackNet({ config: { authoritativePort: 1 } });
    expect(await dns.transfer("example.test", "127.0.0.1")).toBeNull();
  });

  it("is not what silence is", async () => {
    const port = await tcpServer(() => undefined);
    const lifetime = createLifetime(new AbortController().signal);
    const gate = createAddressGate({ ratePerSecond: 10, concurrency: 1, concurrencyPerAddress: 1, lifetime });
    const scope = createScope({ domains: ["example.test"], ranges: [], exclude: [] });
    const resolver = { query: () => Promise.reject(new Error("unused")), addresses: async () => ["127.0.0.1"] };
    const guard = createGuard({ scope, isBlocked: () => false, resolver });
    const transfer = createTransfer({ lifetime, guard, gate, port, timeoutMs: 40 });
    await expect(transfer("example.test", "ns.example.test")).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("a transfer that must not be tried", () => {
  it.each([
    ["notexample.test", "127.0.0.1", "out_of_scope"],
    ["example.test", "10.0.0.1", "blocked_address"],
    ["example.test", "169.254.169.254", "blocked_address"],
  ])("of %s from %s: %s", async (zone, nameServer, code) => {
    const { dns } = loopbackNet();
    await expect(dns.transfer(zone, nameServer)).rejects.toMatchObject({ name: "NetError", code });
  });

  it("from an excluded server", async () => {
    const { records, asked } = await transferFrom({ answers: [soa, soa] }, ["127.0.0.1"]);
    await expect(records).rejects.toMatchObject({ code: "out_of_scope" });
    expect(asked).toEqual([]);
  });
});
