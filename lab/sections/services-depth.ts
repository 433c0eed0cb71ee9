import type { Decoy, LabHost, LabService, Section, TcpService, Truth } from "../model.ts";
import { amqp, cassandra, kafka, mqtt, nats, zookeeper } from "../tcp/brokers.ts";
import { boastfulProxy, lockedProxy, lockedSocks, openProxy, openSocks, smtp } from "../tcp/relays.ts";
import { jdwp, ldap, openVnc, x11 } from "../tcp/screens.ts";
import { anonymousFtp, rpc, rsync } from "../tcp/shares.ts";
import { type Answer, json, type LabRequest, type Reply, redirect, reply } from "../web/reply.ts";

const tcp = (port: number, converse: TcpService["converse"]): LabService => ({ kind: "tcp", port, converse });

/** An interface for machines: replies by path, with the method where it is not GET. */
const api = (port: number, routes: Readonly<Record<string, Reply>>, otherwise: Reply): LabService => ({
  kind: "http",
  port,
  anyName: true,
  respond: ({ method, target }: LabRequest): Answer =>
    routes[method === "GET" ? target : `${method} ${target}`] ?? otherwise,
});

const secure = (routes: Readonly<Record<string, Reply>>, otherwise: Reply): LabService => ({
  kind: "https",
  port: 8443,
  respond: ({ target }) => routes[target] ?? otherwise,
});

const bareNotFound: Reply = { status: 404, headers: { "content-type": "text/plain" }, body: "404 page not found\n" };

const kubernetesRefusal = json(
  {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'forbidden: User "system:anonymous" cannot get path "/"',
    reason: "Forbidden",
    code: 403,
  },
  403,
);
const kubernetesVersion = json({ major: "1", minor: "29", gitVersion: "v1.29.2", platform: "linux/amd64" });

const kubernetes = (locked: boolean): LabService =>
  api(
    6443,
    locked
      ? { "/version": kubernetesVersion }
      : {
          "/": json({ paths: ["/api", "/api/v1", "/apis", "/healthz", "/version"] }),
          "/version": kubernetesVersion,
          "/api/v1/namespaces?limit=1": json({ kind: "NamespaceList", apiVersion: "v1", metadata: {}, items: [] }),
        },
    kubernetesRefusal,
  );

const kubelet = (locked: boolean): LabService =>
  api(
    10_250,
    {
      "/pods": locked
        ? {
            status: 403,
            headers: {},
            body: "Forbidden (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)",
          }
        : json({ kind: "PodList", apiVersion: "v1", metadata: {}, items: [] }),
    },
    bareNotFound,
  );

const etcdVersion = json({ etcdserver: "3.5.10", etcdcluster: "3.5.0" });
const etcd = (locked: boolean): LabService =>
  api(
    2379,
    {
      "/version": etcdVersion,
      "POST /v3/kv/range": locked
        ? json({ error: "etcdserver: user name is empty", code: 3 }, 400)
        : json({ header: { cluster_id: "14841639068965178418", member_id: "10276657743932975437" }, count: "12" }),
    },
    bareNotFound,
  );

const couchdb = (locked: boolean): LabService =>
  api(
    5984,
    {
      "/": json({ couchdb: "Welcome", version: "3.3.3", vendor: { name: "The Apache Software Foundation" } }),
      ...(locked ? {} : { "/_all_dbs": json(["_users", "orders"]) }),
    },
    json({ error: "unauthorized", reason: "You are not a server admin." }, 401),
  );

const influxHeaders = { "x-influxdb-version": "1.8.10", "x-influxdb-build": "OSS" };
const influxdb = (locked: boolean): LabService =>
  api(
    8086,
    {
      "/query?q=SHOW+DATABASES": locked
        ? json({ error: "unable to parse authentication credentials" }, 401, influxHeaders)
        : json(
            {
              results: [
                { statement_id: 0, series: [{ name: "databases", columns: ["name"], values: [["telegraf"]] }] },
              ],
            },
            200,
            influxHeaders,
          ),
    },
    { ...bareNotFound, headers: { ...bareNotFound.headers, ...influxHeaders } },
  );

const clickhouseHeaders = { "x-clickhouse-summary": '{"read_rows":"1"}', "x-clickhouse-query-id": "5f3f6f0e" };
const clickhouse = (locked: boolean): LabService =>
  api(
    8090,
    {
      "/": { status: 200, headers: { "x-clickhouse-summary": "{}" }, body: "Ok.\n" },
      "/?query=SELECT%20version()": locked
        ? {
            status: 403,
            headers: { "x-clickhouse-exception-code": "516" },
            body: "Code: 516. DB::Exception: default: Authentication failed",
          }
        : { status: 200, headers: clickhouseHeaders, body: "23.8.9.54\n" },
    },
    { status: 404, headers: {}, body: "There is no handle\n" },
  );

const consul = (locked: boolean): LabService =>
  secure(
    {
      "/": redirect("/ui/", 301),
      "/v1/agent/self": locked
        ? reply(403, "text/plain", "Permission denied: anonymous token lacks permission 'agent:read'", {
            "x-consul-default-acl-policy": "deny",
          })
        : json({ Config: { Datacenter: "dc1", NodeName: "consul-0", Server: true, Version: "1.17.1" } }),
    },
    reply(404, "text/plain", "not found"),
  );

const jupyter = (locked: boolean): LabService =>
  secure(
    {
      "/": redirect(locked ? "/login" : "/tree?", 302),
      "/api": json({ version: "2.12.1" }),
      "/api/contents?content=0": locked
        ? json({ message: "Forbidden", reason: null }, 403)
        : json({ name: "", path: "", type: "directory", writable: true, content: null }),
    },
    reply(404, "text/plain", "not found"),
  );

const host = (name: string, services: readonly LabService[]): LabHost => ({ names: [`${name}.acme.test`], services });

const truth = (name: string, port: number, rule: string, why: string): Truth => ({
  rule: `easm.ports.${rule}`,
  host: `${name}.acme.test`,
  port,
  why,
});

const decoy = (rule: string, name: string, port: number, why: string): Decoy => ({
  resembles: `easm.ports.${rule}`,
  host: `${name}.acme.test`,
  port,
  why,
});

const OPEN = { locked: false };
const LOCKED = { locked: true };

/** The rules of this section, and where else than in the lookalikes something resembles them. */
const twins: readonly (readonly [rule: string, name: string, port: number, why: string])[] = [
  ["kubernetes_unauthenticated", "node2", 6443, "Refuses the anonymous user."],
  ["kubelet_unauthenticated", "node2", 10_250, "Forbids the anonymous user."],
  ["kubernetes_exposed", "node2", 8086, "Another interface that has nothing at its root."],
  ["etcd_unauthenticated", "node2", 2379, "Tells its version, counts nothing."],
  ["couchdb_unauthenticated", "node2", 5984, "Welcomes, and asks for a login."],
  ["cassandra_unauthenticated", "node2", 9042, "Supports, and asks for a login."],
  ["influxdb_unauthenticated", "node2", 8086, "Tells its version, and asks for a login."],
  ["clickhouse_unauthenticated", "node2", 8090, "Ok, but no query without a password."],
  ["zookeeper_unauthenticated", "node2", 2181, "The command is not listed."],
  ["consul_unauthenticated", "nomad", 8443, "Denies the anonymous token."],
  ["jupyter_unauthenticated", "notebook", 8443, "Asks for a token."],
  ["kafka_unauthenticated", "kafka", 9092, "Versions for all, metadata for none."],
  ["mqtt_unauthenticated", "kafka", 1883, "Not authorised."],
  ["nats_unauthenticated", "kafka", 5001, "Wants a login."],
  ["vnc_unauthenticated", "remote", 5900, "Offers VNC authentication only."],
  ["x11_unauthenticated", "citrix", 6000, "No protocol specified."],
  ["debugger_exposed", "queue", 6379, "Echoes the handshake, and the command too."],
  ["ftp_anonymous", "ftp", 2121, "Lets nobody in."],
  ["rsync_modules_listed", "packages", 8008, "Lists no module."],
  ["nfs_exports_listed", "packages", 5001, "A portmapper that knows of no mount service."],
  ["open_proxy", "citrix", 3128, "Asks for a login."],
  ["open_proxy", "citrix", 8081, "Grants every tunnel and leads nowhere."],
  ["open_proxy", "citrix", 1080, "SOCKS that asks for a login."],
  ["smtp_open_relay", "packages", 2525, "Takes every recipient, the impossible ones too."],
  ["smtp_open_relay", "mail", 2525, "Denies relaying."],
  ["internal_service_exposed", "git", 2222, "A service that is made for strangers."],
  ["ldap_exposed", "rdp", 3389, "Another binary protocol."],
];

/** Where text, silence, HTTP and an echo stand in the way of whoever takes an open port for a service. */
const lookalikesOf = (rule: string): readonly Decoy[] => [
  decoy(rule, "chat", 2323, "A chat service."),
  decoy(rule, "gateway", 2375, "Accepts and closes."),
  decoy(rule, "proxy", 5900, "HTTP that knows no route."),
  decoy(rule, "queue", 5432, "Echoes the question."),
];

/** Services that should face no stranger: open ones, and their twins that ask for a login or say no. */
export const servicesDepth: Section = {
  hosts: [
    host("node1", [
      kubernetes(false),
      kubelet(false),
      etcd(false),
      couchdb(false),
      influxdb(false),
      clickhouse(false),
      tcp(9042, cassandra(OPEN)),
      tcp(2181, zookeeper(OPEN)),
    ]),
    host("node2", [
      kubernetes(true),
      kubelet(true),
      etcd(true),
      couchdb(true),
      influxdb(true),
      clickhouse(true),
      tcp(9042, cassandra(LOCKED)),
      tcp(2181, zookeeper(LOCKED)),
    ]),
    host("consul", [consul(false)]),
    host("nomad", [consul(true)]),
    host("jupyter", [jupyter(false)]),
    host("notebook", [jupyter(true)]),
    host("mq", [tcp(1883, mqtt(OPEN)), tcp(9092, kafka(OPEN)), tcp(5001, nats(OPEN)), tcp(5672, amqp)]),
    host("kafka", [tcp(1883, mqtt(LOCKED)), tcp(9092, kafka(LOCKED)), tcp(5001, nats(LOCKED))]),
    host("desktop", [tcp(5900, openVnc), tcp(6000, x11(OPEN)), tcp(8000, jdwp)]),
    host("citrix", [tcp(6000, x11(LOCKED)), tcp(3128, lockedProxy), tcp(8081, boastfulProxy), tcp(1080, lockedSocks)]),
    host("mirror", [tcp(2121, anonymousFtp), tcp(8008, rsync(["backup", "www"])), tcp(5001, rpc(["/srv/backup"]))]),
    host("packages", [
      tcp(8008, rsync([])),
      tcp(5001, rpc([])),
      tcp(
        2525,
        smtp(() => true),
      ),
    ]),
    host("mta", [
      tcp(
        2525,
        smtp((recipient) => !recipient.includes("@@")),
      ),
      tcp(3128, openProxy),
      tcp(1080, openSocks),
    ]),
    host("ldap", [tcp(3268, ldap)]),
  ],
  truths: [
    truth("node1", 6443, "kubernetes_unauthenticated", "Lists its namespaces."),
    truth("node1", 10_250, "kubelet_unauthenticated", "Lists its pods."),
    truth("node1", 2379, "etcd_unauthenticated", "Counts its keys."),
    truth("node1", 5984, "couchdb_unauthenticated", "Lists its databases."),
    truth("node1", 8086, "influxdb_unauthenticated", "Lists its databases."),
    truth("node1", 8090, "clickhouse_unauthenticated", "Answers a query."),
    truth("node1", 9042, "cassandra_unauthenticated", "Answers a query."),
    truth("node1", 2181, "zookeeper_unauthenticated", "Tells its state."),
    truth("node2", 6443, "kubernetes_exposed", "An API server, though it refuses."),
    truth("node2", 10_250, "kubernetes_exposed", "A kubelet, though it refuses."),
    truth("node2", 2379, "database_exposed", "etcd that asks for a login."),
    truth("node2", 5984, "database_exposed", "CouchDB that asks for a login."),
    truth("node2", 8086, "database_exposed", "InfluxDB that asks for a login."),
    truth("node2", 8090, "database_exposed", "ClickHouse that asks for a password."),
    truth("node2", 9042, "database_exposed", "Cassandra that asks for a login."),
    truth("node2", 2181, "internal_service_exposed", "ZooKeeper, though it keeps its state to itself."),
    truth("consul", 8443, "consul_unauthenticated", "Tells its configuration."),
    truth("jupyter", 8443, "jupyter_unauthenticated", "Lists its files."),
    truth("mq", 1883, "mqtt_unauthenticated", "Accepts a client without a name."),
    truth("mq", 9092, "kafka_unauthenticated", "Tells its brokers."),
    truth("mq", 5001, "nats_unauthenticated", "Answers a stranger's PING."),
    truth("mq", 5672, "internal_service_exposed", "RabbitMQ names itself."),
    truth("kafka", 9092, "internal_service_exposed", "Kafka tells its versions."),
    truth("kafka", 5001, "internal_service_exposed", "NATS tells of itself."),
    truth("desktop", 5900, "vnc_unauthenticated", "Offers the security type None."),
    truth("desktop", 6000, "x11_unauthenticated", "Accepts a client without a cookie."),
    truth("desktop", 8000, "debugger_exposed", "Answers a debugger's command."),
    truth("citrix", 6000, "internal_service_exposed", "An X server, though it refuses."),
    truth("mirror", 2121, "ftp_exposed", "FTP."),
    truth("mirror", 2121, "ftp_anonymous", "Lets anonymous in."),
    truth("mirror", 8008, "rsync_modules_listed", "Lists two modules."),
    truth("mirror", 5001, "nfs_exports_listed", "Exports a folder to everyone."),
    truth("packages", 5001, "internal_service_exposed", "A portmapper."),
    truth("mta", 2525, "smtp_open_relay", "Takes a foreign recipient from a foreign sender."),
    truth("mta", 3128, "open_proxy", "Tunnels for strangers."),
    truth("mta", 1080, "open_proxy", "Tunnels for strangers."),
    truth("ldap", 3268, "ldap_exposed", "Tells its root entry."),
  ],
  decoys: [
    ...twins.map(([rule, name, port, why]) => decoy(rule, name, port, why)),
    ...[...new Set(twins.map(([rule]) => rule))].flatMap(lookalikesOf),
  ],
};
