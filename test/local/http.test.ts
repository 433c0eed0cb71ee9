import { connect } from "node:net";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../local/http/body.ts";
import { router } from "../../local/http/router.ts";
import { type HttpFront, startHttpFront, type Target } from "../../local/http.ts";
import { rawRequest } from "./raw.ts";

const answer = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const echo: Target = { name: "echo", handler: async (event) => answer(200, event) };
const release = Promise.withResolvers<void>();
const entered = Promise.withResolvers<void>();

const { route, methodsByPattern } = router<Target>([
  { endpoint: { method: "GET", path: "/things" }, target: echo },
  { endpoint: { method: "POST", path: "/things" }, target: echo },
  { endpoint: { method: "GET", path: "/things/{id}" }, target: echo },
  { endpoint: { method: "GET", path: "/things/newest" }, target: { ...echo, name: "newest" } },
  { endpoint: { method: "GET", path: "/things/{id}/parts/{part}" }, target: echo },
  {
    endpoint: { method: "DELETE", path: "/things/{id}" },
    target: { name: "remove", handler: async () => ({ statusCode: 204, headers: {}, body: "" }) },
  },
  {
    endpoint: { method: "GET", path: "/binary" },
    target: {
      name: "binary",
      handler: async () => ({
        statusCode: 200,
        headers: { "Content-Type": "application/octet-stream" },
        multiValueHeaders: { "X-Many": ["one", "two"] },
        body: Buffer.from([0, 255]).toString("base64"),
        isBase64Encoded: true,
      }),
    },
  },
  {
    endpoint: { method: "GET", path: "/broken" },
    target: { name: "broken", handler: () => Promise.reject(new Error("secret cause")) },
  },
  {
    endpoint: { method: "GET", path: "/slow" },
    target: {
      name: "slow",
      handler: async () => {
        entered.resolve();
        await release.promise;
        return answer(200, { slow: true });
      },
    },
  },
]);
const fallback: Target = {
  name: "fallback",
  handler: async ({ resource }) => answer(methodsByPattern[resource] ? 405 : 404, { detail: resource }),
};

let front: HttpFront;
let base: string;
beforeAll(async () => {
  front = await startHttpFront({ route, fallback }, 0);
  base = `http://127.0.0.1:${front.port}/api/v1`;
});
afterAll(() => front.stop());

const eventOf = async (path: string, init: RequestInit = {}): Promise<APIGatewayProxyEvent> => {
  const response = await fetch(base + path, init);
  expect(response.status).toBe(200);
  return (await response.json()) as APIGatewayProxyEvent;
};

describe("the event", () => {
  test("holds method, path below the stage, pattern and path parameters as they were sent", async () => {
    expect(await eventOf("/things/a%2Fb%20c/parts/%C3%A9")).toMatchObject({
      httpMethod: "GET",
      path: "/v1/things/a%2Fb%20c/parts/%C3%A9",
      resource: "/v1/things/{id}/parts/{part}",
      pathParameters: { id: "a%2Fb%20c", part: "%C3%A9" },
      body: null,
      isBase64Encoded: false,
    });
  });

  test("holds the query decoded, the last value of a repeated name, and all of them", async () => {
    expect(await eventOf("/things?a=1&a=2&b=x%26y+z&c&d=e=f")).toMatchObject({
      queryStringParameters: { a: "2", b: "x&y z", c: "", d: "e=f" },
      multiValueQueryStringParameters: { a: ["1", "2"], b: ["x&y z"], c: [""], d: ["e=f"] },
    });
  });

  test("has null where there is no query, path parameter or body", async () => {
    expect(await eventOf("/things?")).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
    });
  });

  test("passes names of the language on as any other", async () => {
    const { queryStringParameters } = await eventOf("/things?__proto__=x&constructor=y");
    expect(Object.entries(queryStringParameters ?? {})).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });

  test("keeps header names as they were written, and repeated lines", async () => {
    const answered = await rawRequest(
      front.port,
      "GET /api/v1/things HTTP/1.1\r\nHost: h\r\nX-MiXed: 1\r\nX-MiXed: 2\r\nConnection: close\r\n\r\n",
    );
    const event = JSON.parse(answered.slice(answered.indexOf("\r\n\r\n") + 4)) as APIGatewayProxyEvent;
    expect(event.headers["X-MiXed"]).toBe("2");
    expect(event.multiValueHeaders["X-MiXed"]).toEqual(["1", "2"]);
  });

  test("holds the body as text, the caller's address and a request id of its own", async () => {
    const event = await eventOf("/things", { method: "POST", body: "{ä" });
    expect(event.body).toBe("{ä");
    expect(event.requestContext).toMatchObject({ stage: "api", path: "/api/v1/things" });
    expect(event.requestContext.identity.sourceIp).toBe("127.0.0.1");
    const other = await eventOf("/things", { method: "POST", body: "{ä" });
    expect(other.requestContext.requestId).not.toBe(event.requestContext.requestId);
  });
});

describe("the answer", () => {
  test("a literal segment wins over a parameter", async () => {
    expect(await eventOf("/things/newest")).toMatchObject({ resource: "/v1/things/newest" });
  });

  test("204 has no body and no length", async () => {
    const response = await fetch(`${base}/things/1`, { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.has("content-length")).toBe(false);
  });

  test("base64 is decoded, repeated headers stay apart", async () => {
    const response = await fetch(`${base}/binary`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
    expect(response.headers.get("x-many")).toBe("one, two");
  });

  test("a handler that throws is 502 without its cause", async () => {
    const response = await fetch(`${base}/broken`);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ detail: "Internal server error" });
  });

  test.each(["/nothing", "/things/", "/things//parts/1", "/things/%zz", "/things/%C3", "/../things"])(
    "404 for %s",
    async (path) => {
      const answered = await rawRequest(
        front.port,
        `GET /api/v1${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`,
      );
      expect(answered).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  test.each(["/", "/api", "/api/v2/things", "/v1/things", "*"])("404 outside the base path: %s", async (path) => {
    const answered = await rawRequest(front.port, `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    expect(answered).toMatch(/^HTTP\/1\.1 404 /);
  });

  test.each(["PUT", "OPTIONS", "HEAD", "TRACE"])("405 for %s on a known path", async (method) => {
    const answered = await rawRequest(
      front.port,
      `${method} /api/v1/things HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`,
    );
    expect(answered).toMatch(/^HTTP\/1\.1 405 /);
  });

  test("a malformed escape in the query reaches the handler as it is", async () => {
    const answered = await eventOf("/things?a=%zz&b=%20");
    expect(answered).toMatchObject({ queryStringParameters: { a: "%zz", b: " " } });
  });

  test("a request for a whole URL, or without Host, is answered like any other", async () => {
    const absolute = `GET http://elsewhere/api/v1/things HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    expect(await rawRequest(front.port, absolute)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await rawRequest(front.port, "GET /api/v1/things HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("two requests on one connection", async () => {
    const request = (last: string) => `GET /api/v1/things HTTP/1.1\r\nHost: h\r\n${last}\r\n`;
    const answered = await rawRequest(front.port, request(""), request("Connection: close\r\n"));
    expect(answered.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});

describe("413", () => {
  const limit = BODY_BYTES_MAX;

  test("a body of the limit passes, one byte more does not", async () => {
    const post = (bytes: number) => fetch(`${base}/things`, { method: "POST", body: "x".repeat(bytes) });
    expect((await post(limit)).status).toBe(200);
    const refused = await post(limit + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ detail: "Request body is larger than 256 KB" });
  });

  test("comes at once when the announced length is too large, while nothing was sent", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.write("POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n");
    const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 .*\r\n/);
    socket.destroy();
  });

  test("is not lost by a caller that sends everything before it reads", async () => {
    const head = `POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Length: ${8 * 1024 * 1024}\r\n\r\n`;
    const answered = await rawRequest(front.port, head, Buffer.alloc(8 * 1024 * 1024));
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toMatch(/Connection: close/i);
  });

  test("a chunked body, whose length nobody announced", async () => {
    const chunk = `400000\r\n${"x".repeat(0x400000)}\r\n`;
    const head = "POST /api/v1/things HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await rawRequest(front.port, head, chunk, chunk, "0\r\n\r\n")).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("instead of 100 when the caller asks before sending", async () => {
    const head = (length: number) =>
      `POST /api/v1/things HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
    const socket = connect(front.port, "127.0.0.1");
    socket.write(head(limit + 1));
    const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(await rawRequest(front.port, head(2), "{}")).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 /);
  });
});

describe("requests that are not valid", () => {
  test("431 for headers over the limit", async () => {
    const answered = await rawRequest(front.port, `GET / HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(answered).toMatch(/^HTTP\/1\.1 431 [\s\S]*\{"detail":"Request headers are larger than 10 KB"\}$/);
  });

  test.each([
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["two lengths", "POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"],
    [
      "length and chunks",
      "POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("400 for %s", async (_, bytes) => {
    expect(await rawRequest(front.port, bytes)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"detail":"The request is not valid HTTP"\}$/,
    );
  });

  test("a caller that goes away in the midst of its body harms nobody", async () => {
    const socket = connect(front.port, "127.0.0.1");
    socket.write("POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nx");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.destroy();
    expect((await fetch(`${base}/things`)).status).toBe(200);
  });
});

describe("compression", () => {
  const get = (path: string, headers: string) =>
    rawRequest(front.port, `GET /api/v1${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${headers}\r\n`);
  const long = `/things?long=${"x".repeat(1100)}`;

  test.each(["gzip", "deflate, gzip;q=0.5", "GZIP ; Q=1.0", "br,gzip"])(
    "for a caller who accepts %s",
    async (accepted) => {
      const answered = await get(long, `Accept-Encoding: ${accepted}\r\n`);
      expect(answered).toMatch(/^HTTP\/1\.1 200 /);
      expect(answered).toContain("\r\nContent-Encoding: gzip\r\n");
      expect(answered).toContain("\r\nVary: Accept-Encoding\r\n");
      expect(answered).not.toContain('"httpMethod"');
    },
  );

  test("gives what was sent, and its length on the wire", async () => {
    const response = await fetch(base + long);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ queryStringParameters: { long: "x".repeat(1100) } });
    expect(Number(response.headers.get("content-length"))).toBeLessThan(text.length);
  });

  test.each(["", "Accept-Encoding: gzip;q=0\r\n", "Accept-Encoding: *\r\n", "Accept-Encoding: br\r\n"])(
    "not for one who does not ask for it: %j",
    async (header) => {
      const answered = await get(long, header);
      expect(answered).not.toContain("Content-Encoding");
      expect(answered).toContain("\r\nVary: Accept-Encoding\r\n");
      expect(answered).toContain('"httpMethod"');
    },
  );

  test("not of a small body, nor where there is none", async () => {
    const small = await get("/nothing", "Accept-Encoding: gzip\r\n");
    expect(small).toMatch(/^HTTP\/1\.1 404 [\s\S]*\{"detail":/);
    expect(small).not.toMatch(/Content-Encoding|Vary/);
    const response = await fetch(`${base}/things/1`, { method: "DELETE" });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-length")).toBeNull();
  });
});

test("a port that is taken is told in one line", async () => {
  await expect(startHttpFront({ route, fallback }, front.port)).rejects.toThrow(
    `Port ${front.port} is in use: stop what listens there, or set PORT`,
  );
});

test("stopping lets a request in flight end, and takes no more", async () => {
  const own = await startHttpFront({ route, fallback }, 0);
  const url = `http://127.0.0.1:${own.port}/api/v1/slow`;
  const inFlight = fetch(url);
  await entered.promise;
  const stopped = own.stop();
  await expect(fetch(url)).rejects.toThrow();
  release.resolve();
  expect(await (await inFlight).json()).toEqual({ slow: true });
  await stopped;
});
