import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { dnsServer, httpServer, loopbackNet, rawServer, tcpServer } from "./support.ts";

describe("a request", () => {
  it.each([
    ["/", "/"],
    ["", "/"],
    ["?q=1", "/?q=1"],
    ["/a/../b//c/./d", "/a/../b//c/./d"],
    ["/..%2f..%2fetc/passwd", "/..%2f..%2fetc/passwd"],
    ["/%2e%2e/%00?x={}|\\^`[]'\"<>#gone", "/%2e%2e/%00?x={}|\\^`[]'\"<>"],
    ["/a b\r\nX-Injected: 1", "/a%20b%0D%0AX-Injected:%201"],
    ["/é?ü=1", "/%C3%A9?%C3%BC=1"],
  ])("for path %j is sent as %j", async (path, sent) => {
    const origin = await httpServer((request, response) => response.end(request.url));
    expect((await loopbackNet().http.request(`${origin}${path}`)).text()).toBe(sent);
  });

  it("sends method, headers and body, and the host as given", async () => {
    const origin = await httpServer(async (request, response) => {
      const body = await Array.fromAsync(request);
      response.end(JSON.stringify([request.method, request.headers.host, request.headers["x-a"], body.join("")]));
    });
    const { http } = loopbackNet();
    const request = { method: "post", headers: { host: "other.test", "x-a": "1" }, body: "a=b" };
    expect(JSON.parse((await http.request(origin, request)).text())).toEqual(["POST", "other.test", "1", "a=b"]);
    const bytes = { method: "PUT", body: new Uint8Array([104, 105]) };
    expect(JSON.parse((await http.request(origin, bytes)).text())[3]).toBe("hi");
  });

  it("says who it is, or looks like a browser when told to", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const origin = await httpServer((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    await loopbackNet().http.request(origin);
    await loopbackNet({ userAgentMode: "browser" }).http.request(origin);
    await loopbackNet().http.request(origin, { headers: { "user-agent": "mine" } });
    expect(seen[0]?.["user-agent"]).toBe("Palisade/0.1 (authorised security scan)");
    expect(seen[1]?.["user-agent"]).toMatch(/^Mozilla\/5\.0 .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/);
    expect(seen[1]?.accept).toContain("text/html");
    expect(seen[1]?.["accept-language"]).toBe("en-US,en;q=0.9");
    expect(seen[2]?.["user-agent"]).toBe("mine");
  });

  it("keeps no cookies and keeps connections for the next request", async () => {
    const ports = new Set<number | undefined>();
    const cookies: unknown[] = [];
    const origin = await httpServer((request, response) => {
      ports.add(request.socket.remotePort);
      cookies.push(request.headers.cookie);
      response.setHeader("set-cookie", "session=1").end("x");
    });
    const { http } = loopbackNet();
    for (let visit = 0; visit < 5; visit += 1) await http.request(origin);
    expect(cookies).toEqual(Array(5).fill(undefined));
    expect(ports.size).toBeLessThan(5);
  });

  it("goes to the given address of its host, on a connection of its own", async () => {
    const origin = await httpServer((request, response) =>
      response.end(`${request.socket.localAddress} ${request.headers.host}`),
    );
    const { port } = new URL(origin);
    const { resolver } = await dnsServer(() => ({ flags: 3 }));
    const { http } = loopbackNet({ config: { resolver } });
    const response = await http.request(`http://www.example.test:${port}/`, { ip: "127.0.0.1" });
    expect(response.text()).toBe(`127.0.0.1 www.example.test:${port}`);
    expect(response.ip).toBe("127.0.0.1");
    // The kept connection must not answer for another address of the same origin.
    await expect(http.request(`http://www.example.test:${port}/`, { ip: "10.0.0.1" })).rejects.toMatchObject({
      code: "blocked_address",
    });
    await expect(http.request(`http://www.example.test:${port}/`)).rejects.toMatchObject({ code: "name_not_found" });
  });

  it.each(["GET", "HEAD", "OPTIONS"])("with %s is repeated once when its connection is cut", async (method) => {
    let connections = 0;
    const port = await tcpServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.once("data", () => (isFirst ? socket.resetAndDestroy() : socket.end("HTTP/1.1 204 No Content\r\n\r\n")));
    });
    expect((await loopbackNet().http.request(`http://127.0.0.1:${port}/`, { method })).status).toBe(204);
    expect(connections).toBe(2);
  });

  it("with POST is never repeated", async () => {
    let connections = 0;
    const port = await tcpServer((socket) => {
      connections += 1;
      socket.once("data", () => socket.resetAndDestroy());
    });
    const request = { method: "POST", body: "x" };
    await expect(loopbackNet().http.request(`http://127.0.0.1:${port}/`, request)).rejects.toMatchObject({
      code: "reset",
    });
    expect(connections).toBe(1);
  });
});

describe("a response", () => {
  it("has each header line under its lower-case name", async () => {
    const origin = await rawServer(
      "HTTP/1.1 418 Teapot\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-Powered-By: PHP\r\n__proto__: x\r\nContent-Length: 2\r\n\r\nok",
    );
    const response = await loopbackNet().http.request(`${origin}/`);
    expect(response.status).toBe(418);
    expect(response.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(response.header("X-Powered-By")).toBe("PHP");
    expect(response.header("__proto__")).toBe("x");
    expect(response.header("constructor")).toBeNull();
    expect(response.text()).toBe("ok");
  });

  it.each([
    ["text/html; charset=iso-8859-1", Buffer.from("caf\xe9", "latin1")],
    ['text/html; charset="utf-8"', Buffer.from("café")],
    ["text/html;charset=UTF-16LE", Buffer.from("café", "utf16le")],
    ["text/html; charset=no-such-charset", Buffer.from("café")],
    ["text/html", Buffer.from("café")],
  ])("of %s is read in its charset", async (type, body) => {
    const origin = await httpServer((_, response) => response.setHeader("content-type", type).end(body));
    expect((await loopbackNet().http.request(origin)).text()).toBe("café");
  });
});

describe("a server that misbehaves", () => {
  const failures: readonly (readonly [string, string | Buffer, string])[] = [
    ["does not speak HTTP", "SSH-2.0-OpenSSH_9.6\r\n\r\n", "protocol_error"],
    ["says nothing", "", "reset"],
    ["floods with headers", `HTTP/1.1 200 OK\r\n${"X-Flood: 0123456789\r\n".repeat(10_000)}\r\n`, "too_large"],
    ["sends an endless header", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(200_000)}`, "too_large"],
    ["closes in the middle of the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "reset"],
    ["closes in the middle of a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf", "reset"],
    ["sends a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "protocol_error"],
    ["sends two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", "protocol_error"],
    ["switches protocols unasked", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "protocol_error"],
  ];
  it.each(failures)("%s", async (_, answer, code) => {
    const origin = await rawServer(answer);
    await expect(loopbackNet().http.request(`${origin}/path?secret=1`)).rejects.toMatchObject({
      name: "NetError",
      code,
      message: expect.stringContaining(`${origin}/path: `),
    });
  });

  it("hangs before the headers: timeout", async () => {
    const port = await tcpServer(() => undefined);
    await expect(loopbackNet().http.request(`http://127.0.0.1:${port}/`, { timeoutMs: 40 })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("hangs in the body: timeout", async () => {
    const port = await tcpServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
    await expect(loopbackNet().http.request(`http://127.0.0.1:${port}/`, { timeoutMs: 40 })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("hangs when the scan stops: aborted", async () => {
    const controller = new AbortController();
    const port = await tcpServer((socket) => socket.once("data", () => controller.abort()));
    const { http } = loopbackNet({ signal: controller.signal });
    await expect(http.request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "aborted" });
    await expect(http.request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "aborted" });
  });

  it("hangs when the net is closed: aborted", async () => {
    const asked = Promise.withResolvers<void>();
    const port = await tcpServer((socket) => socket.once("data", () => asked.resolve()));
    const net = loopbackNet();
    const outcome = expect(net.http.request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "aborted" });
    await asked.promise;
    await net.close();
    await outcome;
  });

  it("is not there: refused", async () => {
    await expect(loopbackNet().http.request("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "refused" });
  });
});

describe("a request that cannot be made", () => {
  it.each([
    ["ftp://example.test/", "protocol_error"],
    ["nonsense", "protocol_error"],
    ["http://", "protocol_error"],
    ["http://user:secret@example.test/", "protocol_error"],
    ["http://example.test@10.0.0.1/", "protocol_error"],
    ["http://example.test:99999/", "protocol_error"],
    ["http://notexample.test/", "out_of_scope"],
    ["http://example.test.evil.test/", "out_of_scope"],
    ["http://10.0.0.1\\.example.test/", "out_of_scope"],
    ["http://2130706434/", "blocked_address"],
    ["http://127.2/", "blocked_address"],
    ["http://0x7f.0.0.2/", "blocked_address"],
    ["http://[::ffff:127.0.0.2]/", "blocked_address"],
    ["http://169.254.169.254/latest/meta-data/", "out_of_scope"],
  ])("%s: %s", async (url, code) => {
    await expect(loopbackNet().http.request(url)).rejects.toMatchObject({ name: "NetError", code });
  });

  it("because a header would split: protocol_error", async () => {
    const origin = await httpServer((_, response) => response.end());
    const request = { headers: { "x-a": "1\r\nx-b: 2" } };
    await expect(loopbackNet().http.request(origin, request)).rejects.toMatchObject({ code: "protocol_error" });
  });

  it("because of its method: protocol_error", async () => {
    const origin = await httpServer((_, response) => response.end());
    for (const method of ["CONNECT", "GET / HTTP/1.1\r\nX: "]) {
      await expect(loopbackNet().http.request(origin, { method })).rejects.toMatchObject({ code: "protocol_error" });
    }
  });
});
