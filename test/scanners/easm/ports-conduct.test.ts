import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AssetOf } from "../../../functions/domain/asset.ts";
import type { Net } from "../../../functions/net/net.ts";
import { identify } from "../../../functions/scanners/easm/ports/identify.ts";
import { openPorts } from "../../../functions/scanners/easm/ports/sweep.ts";
import { ports } from "../../../functions/scanners/easm/ports.ts";
import { inPreference, primaryName } from "../../../functions/scanners/easm/shared/names.ts";
import { address, netBench } from "./net-bench.ts";

const bench = netBench();

const at = (value: string, own: Partial<AssetOf<"ip">["attributes"]> = {}): AssetOf<"ip"> => ({
  kind: "ip",
  value,
  attributes: { names: [], foreign: false, ...own },
});

/** Listens at a port that matters, on an address where nobody else does. */
const listens = async (host: string, port: number, converse: (socket: Socket) => void): Promise<void> => {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    converse(socket);
  });
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
};

const protocolsOf = (assets: readonly { readonly attributes: object }[]) =>
  assets.map(({ attributes }) => ("protocol" in attributes ? attributes.protocol : undefined));

describe("the name of a service", () => {
  const names = ["a.example.test", "www.example.test", "shop.example.test"];

  test("stays when a shorter alias appears", () => {
    const known = new Set(["www.example.test", "shop.example.test"]);
    expect(primaryName(names, "192.0.2.1", known)).toBe("www.example.test");
    expect(inPreference(names, known)).toEqual(["www.example.test", "shop.example.test", "a.example.test"]);
    expect(primaryName(names, "192.0.2.1", new Set())).toBe("a.example.test");
    expect(primaryName([], "192.0.2.1", known)).toBe("192.0.2.1");
  });

  test("is one of a seed or of an earlier finding, not one of this scan", async () => {
    const port = await bench.tcp((socket) => socket.end("SSH-2.0-x\r\n"));
    const host = (value: string, source: string): AssetOf<"host"> => ({
      kind: "host",
      value,
      attributes: { sources: [source] },
    });
    const known = { host: [host("a.example.test", "wordlist"), host("www.example.test", "known")] };
    const target = at(address.value, { names: ["a.example.test", "www.example.test"] });
    const { assets } = await bench.scan(ports, target, { known, ports: [port] });
    expect(assets.map(({ value }) => value)).toEqual([`www.example.test:${port}/tcp`]);
  });
});

describe("a port on which bytes do harm", () => {
  test.each([9100, 44_818])("%i is listened to and sent nothing", async (port) => {
    const received: Buffer[] = [];
    await listens("127.0.0.21", port, (socket) => socket.on("data", (chunk) => received.push(chunk)));
    const { assets } = await bench.scan(ports, at("127.0.0.21"), { ports: [port] });
    expect(assets).toMatchObject([{ kind: "service", attributes: { port, protocol: null } }]);
    expect(received).toEqual([]);
  });

  test("a greeting on it is recognised without a question", async () => {
    const received: Buffer[] = [];
    await listens("127.0.0.21", 9101, (socket) => {
      socket.on("data", (chunk) => received.push(chunk));
      socket.end("220 printer FTP server\r\n");
    });
    await bench.scan(ports, at("127.0.0.21"), { ports: [9101] });
    expect(received).toEqual([]);
  });
});

describe("somebody else's server", () => {
  test("is tried on web ports alone and asked for the web alone", async () => {
    const received: string[] = [];
    const redisPort = await bench.tcp((socket) => socket.end("+PONG\r\n"));
    await listens("127.0.0.22", 8080, (socket) =>
      socket.on("data", (chunk) => {
        received.push(chunk[0] === 0x16 ? "TLS" : (chunk.toString("latin1").split(/\s/, 1)[0] ?? ""));
        socket.end();
      }),
    );
    await listens("127.0.0.22", redisPort, (socket) => socket.on("data", () => received.push("other port")));
    const { assets } = await bench.scan(ports, at("127.0.0.22", { foreign: true }), { ports: [8080, redisPort] });
    expect(assets).toMatchObject([{ attributes: { port: 8080, protocol: null } }]);
    expect(new Set(received)).toEqual(new Set(["GET", "TLS"]));
  });
});

describe("slow greeters", () => {
  test("are waited for before they are asked anything", async () => {
    let visits = 0;
    const received: Buffer[] = [];
    await listens("127.0.0.23", 2222, (socket) => {
      visits += 1;
      socket.on("data", (chunk) => received.push(chunk));
      // The first visit is the probe, the second is left before the greeting comes.
      if (visits > 2) socket.end("SSH-2.0-slow\r\n");
    });
    const { assets } = await bench.scan(ports, at("127.0.0.23"), { ports: [2222] });
    expect(protocolsOf(assets)).toEqual(["ssh"]);
    expect(received).toEqual([]);
  });

  test("are recognised by a greeting that comes as the answer to something else", async () => {
    const port = await bench.tcp((socket) => socket.once("data", () => socket.end("SSH-2.0-late\r\n")));
    const { assets } = await bench.scan(ports, address, { ports: [port] });
    expect(protocolsOf(assets)).toEqual(["ssh"]);
  });
});

test("an address that there is no way to was not reached", async () => {
  // The broadcast address of loopback: Linux has no route for a connection to it.
  await expect(bench.scan(ports, at("127.255.255.255"), { ports: [80, 443] })).rejects.toMatchObject({
    name: "NetError",
    code: "unreachable",
  });
});

describe("all ports", () => {
  const everyPort = Array.from({ length: 65_535 }, (_, index) => index + 1);
  const notNeeded = () => Promise.reject(new Error("not needed"));

  /** A host with ports open, whose others drop what is sent. */
  const host = (open: readonly number[], probed: { port: number; timeoutMs: number | undefined }[]): Net => ({
    tcp: {
      async probe({ port }, { timeoutMs } = {}) {
        probed.push({ port, timeoutMs });
        return open.includes(port) ? "open" : "filtered";
      },
      exchange: notNeeded,
    },
    dns: { query: notNeeded, addresses: notNeeded, ask: notNeeded, transfer: notNeeded },
    tls: { handshake: notNeeded },
    http: { request: notNeeded },
    relay: notNeeded,
    inScope: () => true,
    close: async () => undefined,
  });

  test("what a slice found is there before the next is tried, usual ports first", async () => {
    const probed: { port: number; timeoutMs: number | undefined }[] = [];
    const target = (port: number) => ({ host: "192.0.2.1", port });
    const slices = openPorts(everyPort, target, host([443, 151, 65_535], probed));
    expect((await slices.next()).value).toEqual([443]);
    expect(probed).toHaveLength(1000);
    expect(probed.every(({ timeoutMs }) => timeoutMs === 1500)).toBe(true);
    expect((await slices.next()).value).toEqual([151]);
    expect(probed).toHaveLength(1500);
    // The net itself knows how long the address needs.
    expect(probed.at(-1)?.timeoutMs).toBeUndefined();
    const rest: number[] = [];
    for await (const slice of slices) rest.push(...slice);
    expect(rest).toEqual([65_535]);
    expect(new Set(probed.map(({ port }) => port)).size).toBe(65_535);
  });

  test("nothing is asked of a port that is only listened to", async () => {
    expect(await identify(Buffer.alloc(0), { host: "192.0.2.1", port: 502 }, host([], []), "listen")).toBeNull();
  });
});
