import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { portsOf, top100Ports, top1000Ports } from "../../../functions/domain/ports.ts";
import { steadyBanner } from "../../../functions/scanners/easm/ports/banners.ts";
import { decodeBson, encodeBson } from "../../../functions/scanners/easm/ports/bson.ts";
import { randomPorts, sameAnswerShare } from "../../../functions/scanners/easm/ports/tarpit.ts";
import { ports } from "../../../functions/scanners/easm/ports.ts";
import { address, netBench, type Outcome } from "./net-bench.ts";

const bench = netBench();

const scan = (...open: readonly number[]) => bench.scan(ports, address, { ports: open });

/** Answers each chunk with what the table has for its first word. */
const lines =
  (answers: Readonly<Record<string, string>>, greeting = "") =>
  (socket: Socket) => {
    if (greeting !== "") socket.write(greeting, "latin1");
    socket.on("data", (chunk) => {
      const answer = answers[chunk.toString("latin1").trim().split(/\s/, 1)[0] ?? ""];
      if (answer !== undefined) socket.write(answer, "latin1");
      else if (greeting === "") socket.end();
    });
  };

const redisInfo = "# Server\r\nredis_version:7.2.4\r\nrole:master\r\n";
const noAuth = "-NOAUTH Authentication required.\r\n";

const mysql = (): Buffer => {
  const payload = Buffer.concat([Buffer.from([10]), Buffer.from("8.0.36\0"), Buffer.alloc(40)]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
};

const postgresql = (socket: Socket) =>
  socket.on("data", (chunk: Buffer) => {
    const code = chunk.length >= 8 ? chunk.readInt32BE(4) : -1;
    if (code === 80_877_103) socket.write("N");
    else socket.end(Buffer.from("E\0\0\0\x10SFATAL\0Mno\0\0", "latin1"));
  });

const rdp = (socket: Socket) =>
  socket.on("data", (chunk: Buffer) => {
    if (chunk[0] === 3) socket.write(Buffer.from("030000130ed000001234000200080002000000", "hex"));
    else socket.destroy();
  });

const greets = (bytes: string | Buffer) => (socket: Socket) => socket.write(bytes);

/** JSON by path, 404 in JSON for everything else. */
const api =
  (answers: Readonly<Record<string, unknown>>): RequestListener =>
  (request, response) => {
    const body = answers[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { message: "page not found" }));
  };

const overTcp: readonly (readonly [string, (socket: Socket) => void, string | null, string | null])[] = [
  [
    "option negotiation of telnet",
    greets(Buffer.from([0xff, 0xfd, 0x18, 0xff, 0xfd, 0x20])),
    "telnet_exposed",
    "telnet",
  ],
  ["SSH", greets("SSH-2.0-OpenSSH_9.6\r\n"), null, "ssh"],
  ["VNC", greets("RFB 003.008\n"), "remote_desktop_exposed", "rfb"],
  [
    "FTP with a greeting that says nothing",
    lines({ SYST: "215 UNIX Type: L8\r\n" }, "220 Welcome\r\n"),
    "ftp_exposed",
    "ftp",
  ],
  ["SMTP on a host called ftp", lines({ SYST: "502 no\r\n" }, "220 ftp.example.test ESMTP\r\n"), null, "smtp"],
  ["MySQL's handshake", greets(mysql()), "database_exposed", "mysql"],
  ["words about MySQL", greets("mysql 8.0.36 mysql_native_password\n"), null, null],
  [
    "Redis that obeys strangers",
    lines({ PING: "+PONG\r\n", INFO: `$9\r\n${redisInfo}` }),
    "redis_unauthenticated",
    "redis",
  ],
  ["Redis with a password", lines({ PING: noAuth, INFO: noAuth }), "database_exposed", "redis"],
  ["Redis that only answers PING", lines({ PING: "+PONG\r\n", INFO: noAuth }), "database_exposed", "redis"],
  [
    "memcached",
    lines({ version: "VERSION 1.6.21\r\n", stats: "STAT pid 1\r\nEND\r\n" }),
    "memcached_unauthenticated",
    "memcache",
  ],
  ["PostgreSQL", postgresql, "database_exposed", "postgresql"],
  ["RDP", rdp, "remote_desktop_exposed", "ms-wbt-server"],
  ["an echo service", (socket) => socket.on("data", (chunk) => socket.write(chunk)), null, "echo"],
  ["a service that says N to everything", (socket) => socket.on("data", () => socket.end("N")), null, null],
  ["a port that closes at once", (socket) => socket.end(), null, null],
];

const overHttp: readonly (readonly [string, RequestListener, string | null, string | null])[] = [
  [
    "Elasticsearch",
    api({ "/": { cluster_name: "logs", version: { number: "8.12.0" } } }),
    "elasticsearch_unauthenticated",
    "elasticsearch",
  ],
  ["Docker", api({ "/version": { Version: "25.0.3", ApiVersion: "1.44" } }), "docker_api_unauthenticated", "docker"],
  ["CouchDB", api({ "/": { couchdb: "Welcome", version: "3.3.3" } }), "database_exposed", "couchdb"],
  ["an API with a version of its own", api({ "/version": { version: "1.2.3", name: "docker-ui" } }), null, "http"],
  [
    "a website about databases",
    (_, response) => response.end("<html><title>You Know, for Search</title>+PONG</html>"),
    null,
    "http",
  ],
];

describe("a service is what it answers", () => {
  const portOf = new Map<string, number>();
  let outcome: Outcome;

  beforeAll(async () => {
    for (const [name, converse] of overTcp) portOf.set(name, await bench.tcp(converse));
    for (const [name, listener] of overHttp) portOf.set(name, await bench.web(listener));
    outcome = await scan(...portOf.values());
  });

  test.each([...overTcp, ...overHttp])("%s", (name, _, rule, protocol) => {
    const value = `127.0.0.1:${portOf.get(name)}/tcp`;
    const asset = outcome.assets.find((each) => each.value === value);
    expect(asset?.kind === "service" ? asset.attributes.protocol : undefined).toBe(protocol);
    const rules = outcome.detections.filter((each) => each.asset.value === value).map((each) => each.rule);
    expect(rules).toEqual(rule === null ? [] : [rule]);
  });
});

describe("evidence that an unchanged service gives twice", () => {
  test.each([
    [
      "220-Local time is now 19:28. Server port: 21.\r\n220-You are user number 3 of 50\r\n",
      "220-Local time is now *. Server port: 21.",
    ],
    ["220 files FTP server ready at Tue, 03:12:59 UTC\r\n", "220 files FTP server ready at Tue, * UTC"],
    ["\xff\xfd\x18\r\nRouter 7\r\nlogin: ", "Router 7"],
    ["\xff\xfd\x18\xff\xfd\x20", ""],
  ])("banner %j", (said, shown) => {
    expect(steadyBanner(Buffer.from(said, "latin1"))).toBe(shown);
  });

  test("RDP whose connections have references of their own", async () => {
    let connections = 0;
    const port = await bench.tcp((socket) =>
      socket.on("data", (chunk: Buffer) => {
        if (chunk[0] !== 3) return socket.destroy();
        connections += 1;
        return socket.write(Buffer.from(`030000130ed00000000${connections}000200080002000000`, "hex"));
      }),
    );
    const told = async () => (await scan(port)).detections.map(({ evidence }) => evidence);
    const first = await told();
    expect(first).toMatchObject([{ confirm: "030000130ed0", negotiated: "0200080002000000" }]);
    expect(await told()).toEqual(first);
  });
});

describe("hosts that accept everything", () => {
  test("many ports with one and the same answer are one finding and no services", async () => {
    const crowd = await Promise.all(
      Array.from({ length: 33 }, () => bench.tcp((socket) => socket.write("220 hello\r\n"))),
    );
    const { assets, rules } = await scan(...crowd);
    expect(assets).toEqual([]);
    expect(rules).toEqual(["all_ports_open"]);
  });

  test("control ports are twenty, different, high and none of those to be scanned", () => {
    const chosen = randomPorts(() => "00000000", [20_000, 22_250]);
    expect(new Set(chosen).size).toBe(20);
    expect(chosen.every((port) => port >= 20_000 && port <= 65_000)).toBe(true);
    expect(chosen).not.toContain(20_000);
    expect(chosen).not.toContain(22_250);
    expect(sameAnswerShare(["a", "a", "b", "a"])).toBe(0.75);
  });
});

test("a closed port gives nothing", async () => {
  const { assets, detections } = await scan(1);
  expect([...assets, ...detections]).toEqual([]);
});

describe("port lists", () => {
  test("they hold what their names say, each port once", () => {
    expect(new Set(top100Ports).size).toBe(100);
    expect(new Set(top1000Ports).size).toBe(1000);
    expect(top100Ports.filter((port) => !top1000Ports.includes(port))).toEqual([]);
    expect(portsOf("full")).toHaveLength(65_535);
    expect(portsOf([443, 80, 443])).toEqual([80, 443]);
  });
});

describe("BSON", () => {
  test("what is encoded is read back", () => {
    const document = { listDatabases: 1, nameOnly: true, $db: "admin" };
    expect(decodeBson(encodeBson(document))).toEqual(document);
  });

  test("broken documents are null and not an error", () => {
    const good = encodeBson({ a: "text" });
    for (let length = 0; length < good.length; length++) expect(decodeBson(good.subarray(0, length))).toBeNull();
    const lying = Buffer.from(good);
    lying.writeInt32LE(1_000_000, 7);
    expect(decodeBson(lying)).toBeNull();
  });
});
