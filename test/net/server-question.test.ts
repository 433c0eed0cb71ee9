import { AUTHORITATIVE_ANSWER, RECURSION_AVAILABLE } from "dns-packet";
import { describe, expect, it } from "vitest";
import { a, type DnsReply, dnsServer, loopbackNet } from "./support.ts";

/** A server on loopback, and a door that asks it. */
async function server(reply: DnsReply | ((over: "udp" | "tcp") => DnsReply), exclude: readonly string[] = []) {
  const { port, asked } = await dnsServer((_, over) => (typeof reply === "function" ? reply(over) : reply));
  const { dns } = loopbackNet({ scope: { exclude }, config: { authoritativePort: port } });
  return { dns, asked };
}

const question = { name: "example.test", type: "SOA", server: "127.0.0.1" } as const;

describe("a question to one server", () => {
  it("tells by whose authority the answer is, and is asked once", async () => {
    const flags = AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE;
    const { dns, asked } = await server({ flags, answers: [a("example.test", "192.0.2.1")] });
    const answer = await dns.ask({ ...question, type: "A" });
    expect(answer).toMatchObject({
      rcode: "NOERROR",
      authoritative: true,
      recursionAvailable: true,
      answers: [{ type: "A", data: "192.0.2.1" }],
    });
    expect(await dns.ask({ ...question, type: "A" })).toEqual(answer);
    expect(asked).toEqual(["udp A example.test"]);
  });

  it("comes again over TCP when the answer is cut off", async () => {
    const { dns, asked } = await server((over) =>
      over === "udp" ? { flags: 0x200 } : { answers: [a("example.test", "192.0.2.1")] },
    );
    expect((await dns.ask(question)).answers).toHaveLength(1);
    expect(asked).toEqual(["udp SOA example.test", "tcp SOA example.test"]);
  });

  it("comes again without extensions when the server does not know them", async () => {
    let tries = 0;
    const { dns } = await server(() => {
      tries += 1;
      return { flags: tries === 1 ? 1 : 5 };
    });
    expect((await dns.ask(question)).rcode).toBe("REFUSED");
    expect(tries).toBe(2);
  });

  it("about a foreign name goes out to servers in scope only, and with recursion", async () => {
    const { dns, asked } = await server({});
    await expect(dns.ask({ ...question, name: "example.com" })).rejects.toMatchObject({ code: "out_of_scope" });
    const elsewhere = { ...question, name: "example.com", server: "192.0.2.1", recursion: true };
    await expect(dns.ask(elsewhere)).rejects.toMatchObject({ code: "out_of_scope" });
    expect(asked).toEqual([]);
    expect((await dns.ask({ ...question, name: "example.com", recursion: true })).rcode).toBe("NOERROR");
  });

  it("is not put to what is excluded or internal", async () => {
    const { dns, asked } = await server({}, ["127.0.0.1"]);
    await expect(dns.ask(question)).rejects.toMatchObject({ code: "out_of_scope" });
    await expect(dns.ask({ ...question, server: "10.0.0.1" })).rejects.toMatchObject({ code: "blocked_address" });
    expect(asked).toEqual([]);
  });
});
