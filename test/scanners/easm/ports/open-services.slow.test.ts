import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { ports } from "../../../../functions/scanners/easm/ports.ts";
import { amqp, cassandra, kafka, mqtt, nats, zookeeper } from "../../../../lab/tcp/brokers.ts";
import { boastfulProxy, lockedProxy, lockedSocks, openProxy, openSocks, smtp } from "../../../../lab/tcp/relays.ts";
import { jdwp, ldap, openVnc, x11 } from "../../../../lab/tcp/screens.ts";
import { anonymousFtp, rpc, rsync } from "../../../../lab/tcp/shares.ts";
import { address, netBench, type Outcome } from "../net-bench.ts";

const bench = netBench();
const OPEN = { locked: false };
const LOCKED = { locked: true };

type Expected = readonly [protocol: string | null, rules: readonly string[]];

const greetsAnd =
  (greeting: string, answer: (line: string) => string) =>
  (socket: Socket): void => {
    socket.write(greeting);
    socket.on("data", (chunk) => socket.write(answer(chunk.toString("latin1"))));
  };

/** Each on a port that says nothing about it. */
const overTcp: readonly (readonly [string, (socket: Socket) => void, ...Expected])[] = [
  ["MQTT for everybody", mqtt(OPEN), "mqtt", ["mqtt_unauthenticated"]],
  ["MQTT with a login", mqtt(LOCKED), "mqtt", []],
  ["Kafka for everybody", kafka(OPEN), "kafka", ["kafka_unauthenticated"]],
  ["Kafka with a login", kafka(LOCKED), "kafka", ["internal_service_exposed"]],
  ["NATS for everybody", nats(OPEN), "nats", ["nats_unauthenticated"]],
  ["NATS with a login", nats(LOCKED), "nats", ["internal_service_exposed"]],
  [
    "NATS that says it needs no login and then refuses",
    greetsAnd(`INFO {"server_id":"N","max_payload":1,"auth_required":false}\r\n`, () => "-ERR 'Authorization'\r\n"),
    "nats",
    ["internal_service_exposed"],
  ],
  ["AMQP", amqp, "amqp", ["internal_service_exposed"]],
  ["ZooKeeper that tells", zookeeper(OPEN), "zookeeper", ["zookeeper_unauthenticated"]],
  ["ZooKeeper that does not", zookeeper(LOCKED), "zookeeper", ["internal_service_exposed"]],
  ["Cassandra for everybody", cassandra(OPEN), "cql", ["cassandra_unauthenticated"]],
  ["Cassandra with a login", cassandra(LOCKED), "cql", ["database_exposed"]],
  ["VNC without a password", openVnc, "rfb", ["vnc_unauthenticated"]],
  [
    "VNC of version 3.3 that refuses",
    greetsAnd("RFB 003.008\n", () => "\0\0\0\0\x05nope!"),
    "rfb",
    ["remote_desktop_exposed"],
  ],
  ["X11 for everybody", x11(OPEN), "x11", ["x11_unauthenticated"]],
  ["X11 with a cookie", x11(LOCKED), "x11", ["internal_service_exposed"]],
  ["a Java debugger's port", jdwp, "jdwp", ["debugger_exposed"]],
  ["an echo of the debugger's handshake", (socket) => void socket.pipe(socket), "echo", []],
  ["FTP for anonymous", anonymousFtp, "ftp", ["ftp_anonymous", "ftp_exposed"]],
  [
    "FTP that takes every name and no password",
    greetsAnd("220 FTP server ready\r\n", (line) =>
      line.startsWith("USER") ? "331 Password please\r\n" : line.startsWith("SYST") ? "215 UNIX\r\n" : "530 No\r\n",
    ),
    "ftp",
    ["ftp_exposed"],
  ],
  ["rsync with modules", rsync(["www"]), "rsync", ["rsync_modules_listed"]],
  ["rsync without modules", rsync([]), "rsync", []],
  ["a portmapper with exports", rpc(["/srv"]), "sunrpc", ["nfs_exports_listed"]],
  ["a portmapper without", rpc([]), "sunrpc", ["internal_service_exposed"]],
  ["a relay", smtp((line) => !line.includes("@@")), "smtp", ["smtp_open_relay"]],
  ["a mail server that takes everything", smtp(() => true), "smtp", []],
  ["a mail server that takes nothing foreign", smtp(() => false), "smtp", []],
  ["an open proxy", openProxy, "http", ["open_proxy"]],
  ["a proxy with a login", lockedProxy, "http", []],
  ["a server that grants every tunnel", boastfulProxy, "http", []],
  ["open SOCKS", openSocks, "socks", ["open_proxy"]],
  ["SOCKS with a login", lockedSocks, "socks", []],
  [
    "SOCKS that says yes to everything",
    (socket) => socket.on("data", (chunk) => socket.write(chunk.length === 3 ? "\x05\0" : "\x05\0\0\x01\0\0\0\0\0\0")),
    "socks",
    [],
  ],
  ["a directory", ldap, "ldap", ["ldap_exposed"]],
];

const web =
  (
    answers: Readonly<Record<string, readonly [status: number, body: unknown, headers?: Record<string, string>]>>,
  ): RequestListener =>
  (request, response) => {
    const path = `${request.method === "GET" ? "" : `${request.method} `}${request.url}`;
    const [status, body, headers = {}] = answers[path] ?? answers["*"] ?? [404, "404 page not found\n"];
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

const anonymous = "Forbidden (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)";
const refusal = { kind: "Status", apiVersion: "v1", status: "Failure", code: 403 };
const influx = { "X-Influxdb-Version": "1.8.10" };
const series = { results: [{ series: [{ name: "databases", values: [["b"], ["a"]] }] }] };
const summary = { "X-ClickHouse-Summary": "{}" };
const etcdVersion = [200, { etcdserver: "3.5.1", etcdcluster: "3.5.0" }] as const;

const overHttp: readonly (readonly [string, RequestListener, ...Expected])[] = [
  [
    "Kubernetes for everybody",
    web({ "/api/v1/namespaces?limit=1": [200, { kind: "NamespaceList" }], "*": [403, refusal] }),
    "kubernetes",
    ["kubernetes_unauthenticated"],
  ],
  ["Kubernetes that refuses", web({ "*": [403, refusal] }), "kubernetes", ["kubernetes_exposed"]],
  ["a kubelet for everybody", web({ "/pods": [200, { kind: "PodList" }] }), "kubelet", ["kubelet_unauthenticated"]],
  ["a kubelet that refuses", web({ "/pods": [403, anonymous] }), "kubelet", ["kubernetes_exposed"]],
  ["an API with pods of its own", web({ "/pods": [200, { pods: ["whale"] }] }), "http", []],
  [
    "etcd 3 for everybody",
    web({ "/version": etcdVersion, "POST /v3/kv/range": [200, { header: { cluster_id: "1" }, count: "3" }] }),
    "etcd-client",
    ["etcd_unauthenticated"],
  ],
  [
    "etcd 2 for everybody",
    web({ "/version": etcdVersion, "/v2/keys/": [200, { action: "get", node: { dir: true } }] }),
    "etcd-client",
    ["etcd_unauthenticated"],
  ],
  ["etcd with a login", web({ "/version": etcdVersion }), "etcd-client", ["database_exposed"]],
  [
    "CouchDB for everybody",
    web({ "/": [200, { couchdb: "Welcome", version: "3.3.3" }], "/_all_dbs": [200, ["b", "a"]] }),
    "couchdb",
    ["couchdb_unauthenticated"],
  ],
  [
    "InfluxDB for everybody",
    web({ "/query?q=SHOW+DATABASES": [200, series, influx], "*": [404, "", influx] }),
    "influxdb",
    ["influxdb_unauthenticated"],
  ],
  ["InfluxDB with a login", web({ "*": [401, { error: "unauthorized" }, influx] }), "influxdb", ["database_exposed"]],
  [
    "ClickHouse for everybody",
    web({ "/": [200, "Ok.\n", summary], "/?query=SELECT%20version()": [200, "23.8.1.2\n", summary] }),
    "clickhouse",
    ["clickhouse_unauthenticated"],
  ],
  ["a health page that says Ok.", web({ "*": [200, "Ok.\n"] }), "http", []],
  [
    "ClickHouse's native port",
    web({ "*": [400, "Port 9000 is for clickhouse-client program\r\n"] }),
    "clickhouse",
    ["database_exposed"],
  ],
  [
    "Consul for everybody",
    web({
      "/": [301, "", { location: "/ui/" }],
      "/v1/agent/self": [200, { Config: { Datacenter: "dc1", NodeName: "n" } }],
    }),
    "http",
    ["consul_unauthenticated"],
  ],
  ["another UI", web({ "/": [301, "", { location: "/ui/" }], "/v1/agent/self": [200, "<html>"] }), "http", []],
  [
    "Jupyter for everybody",
    web({
      "/": [302, "", { location: "/tree?" }],
      "/api": [200, { version: "2.1.0" }],
      "/api/contents?content=0": [200, { type: "directory", path: "", writable: true }],
    }),
    "http",
    ["jupyter_unauthenticated"],
  ],
  [
    "Jupyter with a token",
    web({
      "/": [302, "", { location: "/login" }],
      "/api": [200, { version: "2.1.0" }],
      "*": [403, { message: "Forbidden" }],
    }),
    "http",
    [],
  ],
];

describe("what a service lets strangers do", () => {
  const portOf = new Map<string, number>();
  let outcome: Outcome;
  let again: Outcome;

  beforeAll(async () => {
    for (const [name, converse] of overTcp) portOf.set(name, await bench.tcp(converse));
    for (const [name, listener] of overHttp) portOf.set(name, await bench.web(listener));
    const values = [...portOf.values()];
    // In two halves: many ports of one address with few answers between them are a decoy.
    const scan = async (): Promise<Outcome> => {
      const halves = [values.slice(0, 25), values.slice(25)];
      const outcomes = [];
      for (const open of halves) outcomes.push(await bench.scan(ports, address, { ports: open }));
      return {
        detections: outcomes.flatMap(({ detections }) => detections),
        assets: outcomes.flatMap(({ assets }) => assets),
        missed: outcomes.flatMap(({ missed }) => missed),
        rules: [],
      };
    };
    outcome = await scan();
    again = await scan();
  }, 240_000);

  test.each([...overTcp, ...overHttp])("%s", (name, _, protocol, rules) => {
    const value = `127.0.0.1:${portOf.get(name)}/tcp`;
    const asset = outcome.assets.find((each) => each.value === value);
    expect(asset?.kind === "service" ? asset.attributes.protocol : undefined).toBe(protocol);
    const told = outcome.detections.filter((each) => each.asset.value === value).map((each) => each.rule);
    expect(told.sort()).toEqual(rules);
  });

  test("the same is told twice in the same words", () => {
    expect(again.detections).toEqual(outcome.detections);
    expect(again.assets).toEqual(outcome.assets);
  });
});
