import { type Packet, TRUNCATED_RESPONSE } from "dns-packet";
import { describe, expect, it } from "vitest";
import { createResolver } from "../../functions/net/dns.ts";
import { createLifetime } from "../../functions/net/lifetime.ts";
import { createGate } from "../../functions/net/rate.ts";
import { a, cname, type DnsReply, dnsServer, loopbackNet, zone } from "./support.ts";

/** A resolver that gives up soon, for servers that do not answer. */
function impatientResolver(ports: readonly number[]) {
  const controller = new AbortController();
  const lifetime = createLifetime(controller.signal);
  const gate = createGate({ ratePerSecond: 10_000, concurrency: 100, lifetime });
  const servers = ports.map((port) => ({ address: "127.0.0.1", port }));
  return { controller, resolver: createResolver({ servers, lifetime, gate, tryTimeoutMs: 250 }) };
}

describe("an answer", () => {
  it("has its records in presentation form", async () => {
    const { resolver } = await dnsServer(
      zone({
        "A example.test": [a("Example.TEST", "192.0.2.1")],
        "AAAA example.test": [{ type: "AAAA", name: "example.test", data: "2001:0db8:0:0::1" }],
        "MX example.test": [
          { type: "MX", name: "example.test", data: { preference: 10, exchange: "Mail.Example.test" } },
          { type: "MX", name: "example.test", data: { preference: 0, exchange: "." } },
        ],
        "TXT example.test": [{ type: "TXT", name: "example.test", data: ["v=spf1 include:a", ".test -all"] }],
        "CAA example.test": [{ type: "CAA", name: "example.test", data: { flags: 0, tag: "issue", value: "ca.test" } }],
        "NS example.test": [{ type: "NS", name: "example.test", data: "NS1.example.test" }],
        "SRV example.test": [
          {
            type: "SRV",
            name: "example.test",
            data: { priority: 1, weight: 2, port: 443, target: "www.example.test" },
          },
        ],
        "SOA example.test": [
          {
            type: "SOA",
            name: "example.test",
            data: {
              mname: "ns1.example.test",
              rname: "root.example.test",
              serial: 7,
              refresh: 1,
              retry: 2,
              expire: 3,
              minimum: 4,
            },
          },
        ],
        "DS example.test": [
          {
            type: "DS",
            name: "example.test",
            data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from("abcd", "hex") },
          },
        ],
        "DNSKEY example.test": [
          { type: "DNSKEY", name: "example.test", data: { flags: 257, algorithm: 13, key: Buffer.from("key") } },
        ],
      }),
    );
    const { dns } = loopbackNet({ config: { resolver } });
    const data = async (type: Parameters<typeof dns.query>[1]) =>
      (await dns.query("Example.test.", type)).answers.map((record) => record.data);
    expect(await dns.query("example.test", "A")).toEqual({
      rcode: "NOERROR",
      answers: [{ name: "example.test", type: "A", ttl: 60, data: "192.0.2.1" }],
      authority: [],
    });
    expect(await data("AAAA")).toEqual(["2001:db8::1"]);
    expect(await data("MX")).toEqual(["10 mail.example.test", "0 ."]);
    expect(await data("TXT")).toEqual(["v=spf1 include:a.test -all"]);
    expect(await data("CAA")).toEqual(['0 issue "ca.test"']);
    expect(await data("NS")).toEqual(["ns1.example.test"]);
    expect(await data("SRV")).toEqual(["1 2 443 www.example.test"]);
    expect(await data("SOA")).toEqual(["ns1.example.test root.example.test 7 1 2 3 4"]);
    expect(await data("DS")).toEqual(["1 13 2 abcd"]);
    expect(await data("DNSKEY")).toEqual(["257 3 13 a2V5"]);
  });

  it.each([
    [0, "NOERROR"],
    [2, "SERVFAIL"],
    [3, "NXDOMAIN"],
    [5, "REFUSED"],
    [15, "RCODE15"],
  ])("with response code %i is an answer too: %s", async (flags, rcode) => {
    const { resolver, asked } = await dnsServer(() => ({ flags }));
    const { dns } = loopbackNet({ config: { resolver } });
    expect((await dns.query("example.test", "A")).rcode).toBe(rcode);
    expect(asked).toHaveLength(1);
  });

  it("that is truncated is asked for again over TCP", async () => {
    const records = Array.from({ length: 200 }, (_, index) => a("many.test", `192.0.2.${index}`));
    const { resolver, asked } = await dnsServer((_, over) =>
      over === "udp" ? { flags: TRUNCATED_RESPONSE } : { answers: records },
    );
    const { dns } = loopbackNet({ config: { resolver } });
    expect((await dns.query("many.test", "A")).answers).toHaveLength(200);
    expect(asked).toEqual(["udp A many.test", "tcp A many.test"]);
  });

  it("that a server gives only without EDNS is had without it", async () => {
    const { resolver } = await dnsServer((query) =>
      query.additionals?.length ? { flags: 1, questions: [] } : { answers: [a("old.test", "192.0.2.1")] },
    );
    const { dns } = loopbackNet({ config: { resolver } });
    expect((await dns.query("old.test", "A")).answers).toHaveLength(1);
  });
});

describe("a forged or broken message", () => {
  const genuine = a("bank.test", "192.0.2.1");
  const forged = { answers: [a("bank.test", "6.6.6.6")] };
  it.each<[string, (id: number) => Packet | Buffer]>([
    ["with another id", (id) => ({ ...forged, id: (id + 1) % 0x10000 })],
    ["with another name in its question", () => ({ ...forged, questions: [{ type: "A", name: "other.test" }] })],
    ["with another type in its question", () => ({ ...forged, questions: [{ type: "AAAA", name: "bank.test" }] })],
    [
      "with another class in its question",
      () => ({ ...forged, questions: [{ type: "A", name: "bank.test", class: "CH" }] }),
    ],
    ["without a question", () => ({ ...forged, questions: [] })],
    ["denying the name without a question", () => ({ flags: 3, questions: [] })],
    ["that is no DNS", () => Buffer.from("nonsense")],
    ["of no length", () => Buffer.alloc(0)],
  ])("%s is passed over", async (_, forge) => {
    const { resolver } = await dnsServer((query) => [forge(query.id ?? 0), { answers: [genuine] }].flat() as DnsReply);
    const { dns } = loopbackNet({ config: { resolver } });
    expect((await dns.query("bank.test", "A")).answers.map(({ data }) => data)).toEqual(["192.0.2.1"]);
  });

  it("alone is no answer at all", async () => {
    const server = await dnsServer((query) => ({ ...forged, id: ((query.id ?? 0) + 1) % 0x10000 }));
    const { resolver } = impatientResolver([server.port]);
    await expect(resolver.query("bank.test", "A")).rejects.toMatchObject({ name: "NetError", code: "timeout" });
  });
});

describe("a server that fails", () => {
  it("is tried again and then given up, naming question and server", async () => {
    const server = await dnsServer(() => null);
    const { resolver } = impatientResolver([server.port]);
    await expect(resolver.query("silent.test", "MX")).rejects.toMatchObject({
      code: "timeout",
      message: `DNS MX silent.test at 127.0.0.1:${server.port}: no answer within 250 ms`,
    });
    expect(server.asked).toEqual(["udp MX silent.test", "udp MX silent.test", "udp MX silent.test"]);
  });

  it("is asked again by the next question, since a failure is not an answer", async () => {
    let isBroken = true;
    const server = await dnsServer(() => (isBroken ? null : { answers: [a("x.test", "192.0.2.1")] }));
    const { resolver } = impatientResolver([server.port]);
    await expect(resolver.query("x.test", "A")).rejects.toMatchObject({ code: "timeout" });
    isBroken = false;
    expect((await resolver.query("x.test", "A")).answers).toHaveLength(1);
  });

  it.each<[string, () => DnsReply]>([
    ["is silent", () => null],
    ["answers SERVFAIL", () => ({ flags: 2 })],
    ["answers REFUSED", () => ({ flags: 5 })],
  ])("and %s is made up for by the next server", async (_, reply) => {
    const bad = await dnsServer(reply);
    const good = await dnsServer(zone({ "A x.test": [a("x.test", "192.0.2.1")] }));
    const { resolver } = impatientResolver([bad.port, good.port]);
    expect((await resolver.query("x.test", "A")).answers).toHaveLength(1);
  });

  it("and refuses connections is a DNS failure", async () => {
    const { resolver } = impatientResolver([1]);
    await expect(resolver.query("x.test", "A")).rejects.toMatchObject({
      code: "dns_failure",
      message: expect.stringContaining("A x.test at 127.0.0.1:1"),
    });
  });
});

describe("a question", () => {
  it("is asked once, whoever asks it and however it is spelt", async () => {
    const { resolver, asked } = await dnsServer(zone({ "A x.test": [a("x.test", "192.0.2.1")] }));
    const { dns } = loopbackNet({ config: { resolver } });
    const names = ["x.test", "X.TEST", "x.test."];
    await Promise.all(names.map((name) => dns.query(name, "A")));
    await dns.query("x.test", "A");
    expect(asked).toEqual(["udp A x.test"]);
  });

  it.each(["", "a..b", `${"a".repeat(64)}.test`, "a b.test", "a\nb.test", `${"abcdefg.".repeat(40)}test`])(
    "for %j is refused before it is sent",
    async (name) => {
      const { resolver, asked } = await dnsServer(() => ({}));
      const { dns } = loopbackNet({ config: { resolver } });
      await expect(dns.query(name, "A")).rejects.toMatchObject({ code: "dns_failure" });
      expect(asked).toEqual([]);
    },
  );

  it("in letters beyond ASCII is sent in its IDNA form", async () => {
    const { resolver, asked } = await dnsServer(() => ({ flags: 3 }));
    const { dns } = loopbackNet({ config: { resolver } });
    await dns.query("bücher.test", "A");
    expect(asked).toEqual(["udp A xn--bcher-kva.test"]);
  });

  it("under way ends with the scan", async () => {
    const controller = new AbortController();
    const { resolver } = await dnsServer(() => {
      controller.abort();
      return null;
    });
    const { dns } = loopbackNet({ config: { resolver }, signal: controller.signal });
    await expect(dns.query("x.test", "A")).rejects.toMatchObject({ code: "aborted" });
    await expect(dns.query("y.test", "A")).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("the addresses of a name", () => {
  const addressesIn = async (records: Parameters<typeof zone>[0], name = "x.test") => {
    const { resolver, asked } = await dnsServer(zone(records));
    const { dns } = loopbackNet({ config: { resolver } });
    return { addresses: await dns.addresses(name), asked };
  };

  it("are IPv4 and IPv6, sorted, each once", async () => {
    const { addresses } = await addressesIn({
      "A x.test": [a("x.test", "192.0.2.9"), a("x.test", "192.0.2.1"), a("x.test", "192.0.2.9")],
      "AAAA x.test": [{ type: "AAAA", name: "x.test", data: "2001:db8::1" }],
    });
    expect(addresses).toEqual(["192.0.2.1", "192.0.2.9", "2001:db8::1"]);
  });

  it("are those at the end of the aliases in the answer", async () => {
    const { addresses, asked } = await addressesIn({
      "A x.test": [a("y.test", "192.0.2.1"), cname("x.test", "z.test"), cname("z.test", "y.test")],
      "AAAA x.test": [cname("x.test", "z.test"), cname("z.test", "y.test")],
      "AAAA y.test": [],
    });
    expect(addresses).toEqual(["192.0.2.1"]);
    expect(asked).toEqual(["udp A x.test", "udp AAAA x.test", "udp AAAA y.test"]);
  });

  it("are asked for when the answer holds only the alias", async () => {
    const { addresses } = await addressesIn({
      "A x.test": [cname("x.test", "y.test")],
      "A y.test": [a("y.test", "192.0.2.1")],
    });
    expect(addresses).toEqual(["192.0.2.1"]);
  });

  it("do not include addresses of other names in the answer", async () => {
    const { addresses } = await addressesIn({ "A x.test": [a("evil.test", "6.6.6.6"), a("x.test", "192.0.2.1")] });
    expect(addresses).toEqual(["192.0.2.1"]);
  });

  it("are none for a name that does not exist, has none, or is an alias of itself", async () => {
    expect((await addressesIn({})).addresses).toEqual([]);
    expect((await addressesIn({ "MX x.test": [] })).addresses).toEqual([]);
    expect(
      (await addressesIn({ "A x.test": [cname("x.test", "y.test"), cname("y.test", "x.test")] })).addresses,
    ).toEqual([]);
  });

  it("end in a failure when aliases never end", async () => {
    const { resolver } = await dnsServer((query) => {
      const name = query.questions?.[0]?.name ?? "";
      return { answers: [cname(name, `${Number.parseInt(name, 10) + 1}.test`)] };
    });
    const { dns } = loopbackNet({ config: { resolver } });
    await expect(dns.addresses("1.test")).rejects.toMatchObject({ code: "dns_failure" });
  });

  it("are had although the server fails for IPv6", async () => {
    const { resolver } = await dnsServer((query) =>
      query.questions?.[0]?.type === "A" ? { answers: [a("x.test", "192.0.2.1")] } : { flags: 2 },
    );
    const { dns } = loopbackNet({ config: { resolver } });
    expect(await dns.addresses("x.test")).toEqual(["192.0.2.1"]);
  });

  it("are not known, which is not the same as none, when the server fails", async () => {
    const { resolver } = await dnsServer(() => ({ flags: 2 }));
    const { dns } = loopbackNet({ config: { resolver } });
    await expect(dns.addresses("x.test")).rejects.toMatchObject({
      code: "dns_failure",
      message: "DNS A x.test: the resolver answered SERVFAIL",
    });
  });

  it("are the address itself for an address", async () => {
    const { dns } = loopbackNet({ config: { resolver: "127.0.0.1:1" } });
    expect(await dns.addresses("192.0.2.1")).toEqual(["192.0.2.1"]);
    expect(await dns.addresses("::ffff:192.0.2.1")).toEqual(["192.0.2.1"]);
    expect(await dns.addresses("fe80::1%lo")).toEqual([]);
  });
});
