import { Readable } from "node:stream";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { httpServer, loopbackNet, tcpServer } from "./support.ts";

const page = "<html>".repeat(500);

/** Answers with a body and its Content-Encoding, in one piece or in pieces. */
const encoded = (coding: string, body: Buffer | Readable) =>
  httpServer((_, response) => {
    response.setHeader("content-encoding", coding);
    if (Buffer.isBuffer(body)) response.end(body);
    else body.pipe(response);
  });

function* bytesOf(body: Buffer) {
  for (const byte of body) yield Buffer.from([byte]);
}

function* endless(piece: Buffer) {
  for (;;) yield piece;
}

describe("a body", () => {
  it.each<[string, Buffer]>([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["GZIP", gzipSync(page)],
    ["deflate", deflateSync(page)],
    ["deflate", deflateRawSync(page)],
    ["br", brotliCompressSync(page)],
    ["identity", Buffer.from(page)],
    ["", Buffer.from(page)],
    ["gzip, br", brotliCompressSync(gzipSync(page))],
    ["gzip", gzipSync(page).subarray(0, -4)],
    ["unheard-of", Buffer.from(page)],
  ])("in %j is decoded", async (coding, body) => {
    const origin = await encoded(coding, body);
    const response = await loopbackNet().http.request(origin);
    expect(response.text()).toBe(page);
    expect(response.truncated).toBe(false);
  });

  it.each(["gzip", "deflate", "br"])("in %s is decoded byte by byte", async (coding) => {
    const bodies = { gzip: gzipSync(page), deflate: deflateSync(page), br: brotliCompressSync(page) };
    const body = bodies[coding as keyof typeof bodies];
    const origin = await encoded(coding, Readable.from(bytesOf(body)));
    expect((await loopbackNet().http.request(origin)).text()).toBe(page);
  });

  it.each(["gzip", "deflate", "br"])("that is empty may be said to be %s", async (coding) => {
    const origin = await encoded(coding, Buffer.alloc(0));
    expect((await loopbackNet().http.request(origin)).body).toHaveLength(0);
    expect((await loopbackNet().http.request(origin, { method: "HEAD" })).status).toBe(200);
  });

  it("of exactly the bound is whole, one byte more is cut", async () => {
    const origin = await httpServer((_, response) => response.end("0123456789"));
    const { http } = loopbackNet();
    expect(await http.request(origin, { bytesMax: 10 })).toMatchObject({
      truncated: false,
      body: Buffer.from("0123456789"),
    });
    expect(await http.request(origin, { bytesMax: 9 })).toMatchObject({
      truncated: true,
      body: Buffer.from("012345678"),
    });
    expect(await http.request(origin, { bytesMax: 0 })).toMatchObject({ truncated: true, body: Buffer.alloc(0) });
  });

  it.each(["gzip", "deflate", "br"])("that is not %s is a protocol error", async (coding) => {
    const origin = await encoded(coding, Buffer.from("<html>this is plain</html>"));
    await expect(loopbackNet().http.request(`${origin}/x`)).rejects.toMatchObject({
      code: "protocol_error",
      message: `${origin}/x: the body is not ${coding}`,
    });
  });
});

describe("a body without bounds", () => {
  it("is cut off", async () => {
    const origin = await httpServer((_, response) => {
      Readable.from(endless(Buffer.alloc(65_536, "x"))).pipe(response);
    });
    const response = await loopbackNet().http.request(origin, { bytesMax: 200_000 });
    expect(response.truncated).toBe(true);
    expect(response.body).toHaveLength(200_000);
  });

  it.each<[string, Buffer]>([
    ["gzip", gzipSync(Buffer.alloc(200_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])("of a %s bomb is cut off", async (coding, bomb) => {
    const origin = await encoded(coding, bomb);
    const response = await loopbackNet().http.request(origin, { bytesMax: 100_000 });
    expect(response.truncated).toBe(true);
    expect(response.body).toHaveLength(100_000);
  });

  it("that decodes to nothing is cut off by what came over the wire", async () => {
    // Members without content: the decoder gives nothing, however many there are.
    const origin = await encoded("gzip", Readable.from(endless(gzipSync(""))));
    const response = await loopbackNet().http.request(origin, { bytesMax: 1_000 });
    expect(response).toMatchObject({ truncated: true, body: Buffer.alloc(0) });
  });

  it("in more codings than anybody needs is refused", async () => {
    const origin = await encoded("gzip, gzip, gzip", gzipSync("x"));
    await expect(loopbackNet().http.request(origin)).rejects.toMatchObject({ code: "protocol_error" });
  });

  it("is let go of at the bound although the server is silent from there on", async () => {
    const closed = Promise.withResolvers<void>();
    const port = await tcpServer((socket) => {
      socket.on("close", () => closed.resolve());
      socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n${"x".repeat(2_000)}`));
    });
    const response = await loopbackNet().http.request(`http://127.0.0.1:${port}/`, { bytesMax: 1_000 });
    expect(response.body).toHaveLength(1_000);
    await closed.promise;
  });
});
