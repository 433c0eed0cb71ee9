import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { a, dnsServer, loopbackNet, tcpServer, zone } from "./support.ts";

const host = "127.0.0.1";

function* forever<T>(value: T): Generator<T> {
  for (;;) yield value;
}

/** A server whose thread sleeps: it accepts nobody, and when its queue is full the kernel drops who knocks. */
async function deafServer(): Promise<number> {
  const script = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(script, { eval: true });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return new Promise((resolve) => worker.once("message", resolve));
}

describe("a probe", () => {
  it("tells open from closed", async () => {
    const port = await tcpServer((socket) => socket.end());
    const { tcp } = loopbackNet();
    expect(await tcp.probe({ host, port })).toBe("open");
    expect(await tcp.probe({ host, port: 1 })).toBe("closed");
  });

  it("takes no answer in time for filtered", async () => {
    const port = await deafServer();
    const { tcp } = loopbackNet();
    const states: string[] = [];
    // Until the queue of the server that accepts nobody is full, the kernel accepts for it.
    while (states.length < 20 && states.at(-1) !== "filtered") {
      states.push(await tcp.probe({ host, port }, { timeoutMs: 100 }));
    }
    expect(states.at(-1)).toBe("filtered");
  });

  it("waits for an address as long as its answers have shown to need", async () => {
    const port = await deafServer();
    const { tcp } = loopbackNet();
    const states: string[] = [];
    while (states.length < 20 && states.at(-1) !== "filtered") states.push(await tcp.probe({ host, port }));
    const startedAtMs = performance.now();
    expect(await tcp.probe({ host, port })).toBe("filtered");
    // Without the answers before it would be 1,500 ms.
    expect(performance.now() - startedAtMs).toBeLessThan(1_400);
  });

  it("can be made by the thousand", async () => {
    const port = await tcpServer((socket) => socket.end());
    const { tcp } = loopbackNet();
    const targets = Array.from({ length: 2_000 }, (_, index) => ({ host, port: index % 2 === 0 ? port : 1 }));
    const states = await Promise.all(targets.map((target) => tcp.probe(target, { timeoutMs: 1_500 })));
    expect(states.filter((state) => state === "open")).toHaveLength(1_000);
    expect(states.filter((state) => state === "closed")).toHaveLength(1_000);
  });
});

describe("an exchange", () => {
  it("reads a greeting until the peer ends", async () => {
    const port = await tcpServer((socket) => socket.end("220 ready\r\n"));
    const { tcp } = loopbackNet();
    expect((await tcp.exchange({ host, port })).toString()).toBe("220 ready\r\n");
  });

  it("sends what is given and reads the answer", async () => {
    const port = await tcpServer((socket) => socket.on("data", (data) => socket.end(`got ${data}`)));
    const { tcp } = loopbackNet();
    expect((await tcp.exchange({ host, port }, { send: Buffer.from("PING") })).toString()).toBe("got PING");
  });

  it("stops at the bound of an endless answer", async () => {
    const port = await tcpServer((socket) => {
      Readable.from(forever("x".repeat(65_536))).pipe(socket);
    });
    const { tcp } = loopbackNet();
    expect(await tcp.exchange({ host, port }, { bytesMax: 100_000 })).toHaveLength(100_000);
  });

  it("stops when the peer falls silent", async () => {
    const port = await tcpServer((socket) => socket.write("hello"));
    const { tcp } = loopbackNet();
    expect((await tcp.exchange({ host, port }, { idleMs: 500 })).toString()).toBe("hello");
  });

  it("is empty with a peer that says nothing", async () => {
    const port = await tcpServer(() => undefined);
    const { tcp } = loopbackNet();
    expect(await tcp.exchange({ host, port }, { idleMs: 20 })).toHaveLength(0);
  });

  it("keeps what a dripping peer said when time is over", async () => {
    const port = await tcpServer((socket) => socket.write("drip"));
    const { tcp } = loopbackNet();
    const answer = await tcp.exchange({ host, port }, { idleMs: 60_000, timeoutMs: 1_000 });
    expect(answer.toString()).toBe("drip");
  });

  it("fails as refused or reset, naming the target", async () => {
    const port = await tcpServer((socket) => socket.resetAndDestroy());
    const { tcp } = loopbackNet();
    await expect(tcp.exchange({ host, port })).rejects.toMatchObject({
      code: "reset",
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    await expect(tcp.exchange({ host, port: 1 })).rejects.toMatchObject({
      code: "refused",
      message: "127.0.0.1:1: connection refused (ECONNREFUSED)",
    });
  });

  it("ends with the scan", async () => {
    const controller = new AbortController();
    const port = await tcpServer(() => controller.abort());
    const { tcp } = loopbackNet({ signal: controller.signal });
    await expect(tcp.exchange({ host, port })).rejects.toMatchObject({ code: "aborted" });
    await expect(tcp.probe({ host, port })).rejects.toMatchObject({ code: "aborted" });
  });

  it("ends when the net is closed", async () => {
    const connected = Promise.withResolvers<void>();
    const port = await tcpServer(() => connected.resolve());
    const net = loopbackNet();
    const talk = net.tcp.exchange({ host, port });
    const outcome = expect(talk).rejects.toMatchObject({ code: "aborted" });
    await connected.promise;
    await net.close();
    await outcome;
  });
});

describe("a target that must not be touched", () => {
  it.each([
    ["8.8.8.8", undefined, "out_of_scope"],
    ["www.notexample.test", undefined, "out_of_scope"],
    ["www.example.test", "10.0.0.1", "blocked_address"],
    ["www.example.test", "169.254.169.254", "blocked_address"],
    ["www.example.test", "::ffff:10.0.0.1", "blocked_address"],
    ["127.0.0.2", undefined, "blocked_address"],
    ["127.0.0.1", "127.0.0.2", "out_of_scope"],
    ["www.example.test", "no address", "protocol_error"],
    ["quiet.example.test", "127.0.0.1", "out_of_scope"],
    ["www.example.test", "127.0.0.9", "out_of_scope"],
  ])("%s at %s: %s", async (name, ip, code) => {
    const { tcp } = loopbackNet({ scope: { exclude: ["quiet.example.test", "127.0.0.9"] } });
    const target = { host: name, port: 80, ...(ip === undefined ? {} : { ip }) };
    await expect(tcp.probe(target)).rejects.toMatchObject({ name: "NetError", code });
    await expect(tcp.exchange(target)).rejects.toMatchObject({ name: "NetError", code });
  });

  it("is refused when its name resolves to a private address", async () => {
    const { resolver } = await dnsServer(zone({ "A intra.example.test": [a("intra.example.test", "10.0.0.1")] }));
    const { tcp } = loopbackNet({ config: { resolver } });
    await expect(tcp.probe({ host: "intra.example.test", port: 80 })).rejects.toMatchObject({
      code: "blocked_address",
      message: "intra.example.test (10.0.0.1) is not a public address and is never connected to",
    });
  });

  it("does not make a name's other addresses unreachable", async () => {
    const port = await tcpServer((socket) => socket.end("hi"));
    const records = [a("www.example.test", "10.0.0.1"), a("www.example.test", "127.0.0.1")];
    const { resolver } = await dnsServer(zone({ "A www.example.test": records }));
    const { tcp } = loopbackNet({ config: { resolver } });
    expect((await tcp.exchange({ host: "www.example.test", port })).toString()).toBe("hi");
  });

  it("is not reached by a second answer of its name server", async () => {
    let answers = 0;
    const { resolver } = await dnsServer((query) => {
      if (query.questions?.[0]?.type !== "A") return {};
      answers += 1;
      return { answers: [{ ...a("rebind.example.test", answers === 1 ? "127.0.0.1" : "10.0.0.1"), ttl: 0 }] };
    });
    const port = await tcpServer((socket) => socket.end("checked"));
    const { tcp } = loopbackNet({ config: { resolver } });
    for (let visit = 0; visit < 3; visit += 1) {
      expect((await tcp.exchange({ host: "rebind.example.test", port })).toString()).toBe("checked");
    }
    expect(answers).toBe(1);
  });

  it("is told when its name has no address", async () => {
    const { resolver } = await dnsServer(() => ({ flags: 3 }));
    const { tcp } = loopbackNet({ config: { resolver } });
    await expect(tcp.probe({ host: "gone.example.test", port: 80 })).rejects.toMatchObject({
      code: "name_not_found",
      message: "gone.example.test has no address",
    });
  });
});
