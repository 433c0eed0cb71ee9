import { once } from "node:events";
import { connect, Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listening, loopbackNet, tcpServer } from "./support.ts";

/** Talks SOCKS5 with a relay by hand. */
async function ask(url: string, request: Buffer): Promise<{ socket: Socket; answer: Buffer }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(Buffer.of(5, 1, 0));
  const greeted = await next(socket);
  if (!greeted.equals(Buffer.of(5, 0))) return { socket, answer: greeted };
  socket.write(request);
  return { socket, answer: await next(socket) };
}

const next = async (socket: Socket): Promise<Buffer> => {
  const [chunk] = await Promise.race([once(socket, "data"), once(socket, "close")]);
  return Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0);
};

const connectTo = (address: readonly number[], port: number): Buffer =>
  Buffer.from([5, 1, 0, address.length === 4 ? 1 : 4, ...address, port >> 8, port & 255]);
const byName = (name: string, port: number): Buffer =>
  Buffer.concat([Buffer.of(5, 1, 0, 3, name.length), Buffer.from(name), Buffer.of(port >> 8, port & 255)]);

/** Makes a second of the sockets' time-outs 50 ms, until the end of the test. */
function hurry(): void {
  const { setTimeout } = Socket.prototype;
  const hurried = vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, ms, callback) {
    return setTimeout.call(this, ms / 20, callback);
  });
  onTestFinished(() => hurried.mockRestore());
}

const GRANTED = 0;
const NOT_ALLOWED = 2;
const UNREACHABLE = 4;

describe("a relay", () => {
  test("leads to its target and passes bytes both ways", async () => {
    const port = await tcpServer((socket) => socket.on("data", (data) => socket.write(`you said ${data}`)));
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    expect(relay.targets).toEqual([{ host: "127.0.0.1", ip: "127.0.0.1", port }]);
    const { socket, answer } = await ask(relay.url, connectTo([127, 0, 0, 1], port));
    expect(answer[1]).toBe(GRANTED);
    socket.write("hello");
    expect((await next(socket)).toString()).toBe("you said hello");
    expect([relay.failures, [...relay.refused]]).toEqual([0, []]);
  });

  test("leads nowhere else: not to another port, address or name, nor to the metadata service", async () => {
    const port = await tcpServer((socket) => socket.end("secret"));
    const other = await tcpServer((socket) => socket.end("secret"));
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    for (const request of [
      connectTo([127, 0, 0, 1], other),
      connectTo([127, 0, 0, 2], port),
      connectTo([169, 254, 169, 254], 80),
      connectTo([...Array(10).fill(0), 255, 255, 127, 0, 0, 1], other),
      byName("localhost", port),
      byName("metadata.example", 80),
    ]) {
      expect((await ask(relay.url, request)).answer[1]).toBe(NOT_ALLOWED);
    }
    expect(relay.refused).toContain("169.254.169.254:80");
  });

  test("has nothing to say to what is no SOCKS5", async () => {
    const port = await tcpServer((socket) => socket.end());
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    for (const words of ["GET / HTTP/1.1\r\n\r\n", Buffer.of(5, 1, 2), Buffer.of(4, 1, 0, 80, 127, 0, 0, 1, 0)]) {
      const socket = connect(Number(new URL(relay.url).port), "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(words);
      expect(await next(socket)).toHaveLength(0);
    }
    const bind = Buffer.from([5, 2, ...connectTo([127, 0, 0, 1], port).subarray(2)]);
    expect((await ask(relay.url, bind)).answer).toHaveLength(0);
  });

  test("counts the connections that could not be made", async () => {
    const closed = await tcpServer(() => undefined);
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port: closed === 1 ? 2 : 1 }]);
    const { answer } = await ask(relay.url, connectTo([127, 0, 0, 1], 1));
    expect(answer[1]).toBe(UNREACHABLE);
    expect(relay.failures).toBe(1);
  });

  test("counts a connection on which the program spoke and gave up on a server that was silent", async () => {
    const mute = await tcpServer((socket) => socket.resume());
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port: mute }]);
    const { socket } = await ask(relay.url, connectTo([127, 0, 0, 1], mute));
    expect(relay.failures).toBe(0);
    socket.end("hello");
    await once(socket, "close");
    expect(relay.failures).toBe(1);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["answered", (socket) => socket.on("data", () => socket.write("hello"))],
    ["ended it", (socket) => socket.on("data", () => socket.end())],
    ["reset it", (socket) => socket.on("data", () => socket.resetAndDestroy())],
  ])("counts none on which the server %s", async (_, talk) => {
    const port = await tcpServer(talk);
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    const { socket } = await ask(relay.url, connectTo([127, 0, 0, 1], port));
    socket.write("hello");
    await next(socket);
    socket.destroy();
    expect(relay.failures).toBe(0);
  });

  test("counts none that the program never used", async () => {
    const port = await tcpServer((socket) => socket.resume());
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    const { socket } = await ask(relay.url, connectTo([127, 0, 0, 1], port));
    socket.end();
    await once(socket, "close");
    expect(relay.failures).toBe(0);
  });

  test.each([
    ["has heard nothing", "hello", 0],
    ["has heard something", "hello", 1],
    ["has said nothing", "", 0],
  ])("ends a connection on which nothing moves when the program %s, and counts it", async (_, words, greetings) => {
    hurry();
    const port = await tcpServer((socket) => socket.resume().write("x".repeat(greetings)));
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    const { socket } = await ask(relay.url, connectTo([127, 0, 0, 1], port));
    socket.write(words);
    await once(socket.resume(), "close");
    expect(relay.failures).toBe(1);
  });

  test("counts connections beyond those that it can have under way, which it closes", async () => {
    const port = await tcpServer((socket) => socket.resume());
    const relay = await loopbackNet().relay([{ host: "127.0.0.1", port }]);
    const all = Array.from({ length: 203 }, () => ask(relay.url, connectTo([127, 0, 0, 1], port)));
    const answers = await Promise.all(all.map((each) => each.catch(() => null)));
    expect(answers.filter((each) => each?.answer[1] === GRANTED)).toHaveLength(200);
    expect(relay.failures).toBe(3);
  });

  test("lets a connection wait for its turn for longer than a request may take", async () => {
    hurry();
    const port = await tcpServer((socket) => socket.end("hello"));
    const relay = await loopbackNet({ ratePerSecond: 2 }).relay([{ host: "127.0.0.1", port }]);
    const asked = Array.from({ length: 3 }, () => ask(relay.url, connectTo([127, 0, 0, 1], port)));
    // The last one waits for a second, and a request may take 400 ms.
    for (const { answer } of await Promise.all(asked)) expect(answer[1]).toBe(GRANTED);
    expect(relay.failures).toBe(0);
  });

  test("counts a connection that still waits for its turn", async () => {
    const port = await tcpServer((socket) => socket.end());
    const relay = await loopbackNet({ ratePerSecond: 0.01 }).relay([{ host: "127.0.0.1", port }]);
    const first = await ask(relay.url, connectTo([127, 0, 0, 1], port));
    expect([first.answer[1], relay.failures]).toEqual([GRANTED, 0]);
    void ask(relay.url, connectTo([127, 0, 0, 1], port));
    await vi.waitFor(() => expect(relay.failures).toBe(1));
  });

  test("keeps the scan's rate", async () => {
    const port = await tcpServer((socket) => socket.end());
    const relay = await loopbackNet({ ratePerSecond: 20 }).relay([{ host: "127.0.0.1", port }]);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 12 }, () => ask(relay.url, connectTo([127, 0, 0, 1], port))));
    // Two leave at once, the others 50 ms apart.
    expect(performance.now() - startedAt).toBeGreaterThan(450);
  });

  test("is judged by the guard before there is one", async () => {
    const net = loopbackNet({ scope: { exclude: ["127.0.0.3"] } });
    const refused = async (host: string, ip?: string) => net.relay([{ host, port: 443, ...(ip ? { ip } : {}) }]);
    await expect(refused("www.elsewhere.test", "127.0.0.1")).rejects.toMatchObject({ code: "out_of_scope" });
    await expect(refused("www.example.test", "10.0.0.1")).rejects.toMatchObject({ code: "blocked_address" });
    await expect(refused("www.example.test", "169.254.170.2")).rejects.toMatchObject({ code: "blocked_address" });
    await expect(refused("www.example.test", "127.0.0.3")).rejects.toMatchObject({ code: "out_of_scope" });
    const some = await net.relay(
      ["127.0.0.3", "127.0.0.1", "10.0.0.1"].map((ip) => ({ host: "www.example.test", ip, port: 443 })),
    );
    expect(some.targets.map(({ ip }) => ip)).toEqual(["127.0.0.1"]);
  });

  test("ends with its close and with the net's, connections too", async () => {
    const port = await listening((await import("node:net")).createServer((socket) => socket.write("hello")));
    const net = loopbackNet();
    for (const close of ["relay", "net"] as const) {
      const relay = await net.relay([{ host: "127.0.0.1", port }]);
      const { socket } = await ask(relay.url, connectTo([127, 0, 0, 1], port));
      const closed = once(socket, "close");
      await (close === "relay" ? relay.close() : net.close());
      await closed;
      await relay.close();
    }
    await expect(net.relay([{ host: "127.0.0.1", port }])).rejects.toMatchObject({ code: "aborted" });
  });
});
