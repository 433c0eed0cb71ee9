import { talk } from "../raw/tcp.ts";
import { type Claim, get, type Oracle, placeOf } from "./oracle.ts";

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");

/** True when the answers to the parts, one after the other, fit. */
const says =
  (sign: RegExp, ...parts: readonly (string | Buffer)[]): Oracle =>
  async (claim) =>
    sign.test((await talk(placeOf(claim), parts)).toString("latin1"));

/** The same for protocols of bytes: the pattern is of their hex digits. */
const bytes =
  (sign: RegExp, ...parts: readonly (string | Buffer)[]): Oracle =>
  async (claim) =>
    sign.test((await talk(placeOf(claim), parts)).toString("hex"));

const http = ({ host }: Claim, method: string, path: string, body = ""): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const gives =
  (sign: RegExp, path: string, method = "GET", body = ""): Oracle =>
  async (claim) =>
    sign.test((await talk(placeOf(claim), [http(claim, method, path, body)])).toString("latin1"));

const overTls =
  (sign: RegExp, path: string): Oracle =>
  async (claim) => {
    const answer = await get(claim, path).catch(() => null);
    return answer !== null && answer.status === 200 && sign.test(answer.body.toString());
  };

const rpc = (program: number, version: number, procedure: number): Buffer => {
  const call = Buffer.alloc(44);
  for (const [index, value] of [0x80000028, 7, 0, 2, program, version, procedure].entries()) {
    call.writeUInt32BE(value, index * 4);
  }
  return call;
};

const kafka = (key: number, version: number, body: string): Buffer => {
  const content = Buffer.concat([Buffer.from([0, key, 0, version, 0, 0, 0, 9, 0xff, 0xff]), hex(body)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};

/** The tunnel back to the relay itself is opened. */
const tunnels: Oracle = async (claim) => {
  const { address, port } = placeOf(claim);
  const connected = await talk({ address, port }, [
    `CONNECT ${address}:${port} HTTP/1.1\r\nHost: ${address}:${port}\r\n\r\n`,
    `CONNECT ${address}:1 HTTP/1.1\r\nHost: ${address}:1\r\n\r\n`,
  ]);
  if (/^HTTP\/1\.1 200 [^\r]*\r\n\r\nHTTP\/1\.1 502/.test(connected.toString("latin1"))) return true;
  const request = Buffer.from([5, 1, 0, 1, ...address.split(".").map(Number), port >> 8, port & 255]);
  const socks = await talk({ address, port }, [Buffer.from([5, 1, 0]), request, Buffer.from([5, 1, 0])]);
  return socks.length === 14 && socks[3] === 0 && socks.subarray(12).equals(Buffer.from([5, 0]));
};

const oneOf =
  (...oracles: readonly Oracle[]): Oracle =>
  async (claim) => {
    for (const oracle of oracles) if (await oracle(claim)) return true;
    return false;
  };

const MQTT = Buffer.from("\x10\x0d\0\x04MQTT\x04\x02\0\x0a\0\x01x", "latin1");
const SMTP = ["EHLO oracle.test\r\n", "", "MAIL FROM:<a@example.com>\r\n"];
const JDWP = /^4a4457502d48616e647368616b650000.{4}00000001800000/;
const RPCBIND = /^.{8}0000000700000001(00){12}00000000(00000001000186a0)/;

export const serviceOracles: Readonly<Record<string, Oracle>> = {
  "easm.ports.kubernetes_unauthenticated": gives(/"kind":"NamespaceList"/, "/api/v1/namespaces?limit=1"),
  "easm.ports.kubelet_unauthenticated": gives(/"kind":"PodList"/, "/pods"),
  "easm.ports.kubernetes_exposed": oneOf(
    gives(/ 403 [\s\S]*system:anonymous/, "/api/v1/namespaces?limit=1"),
    gives(/ 403 [\s\S]*system:anonymous/, "/pods"),
  ),
  "easm.ports.etcd_unauthenticated": gives(/"count":"\d+"/, "/v3/kv/range", "POST", "{}"),
  "easm.ports.couchdb_unauthenticated": gives(/\["_users"/, "/_all_dbs"),
  "easm.ports.influxdb_unauthenticated": gives(/"name":"databases"/, "/query?q=SHOW+DATABASES"),
  "easm.ports.clickhouse_unauthenticated": gives(/\r\n\d+\.\d+\.\d+\.\d+\n/, "/?query=SELECT%20version()"),
  "easm.ports.cassandra_unauthenticated": bytes(/^8400000002/, hex("040000000100000000")),
  "easm.ports.zookeeper_unauthenticated": says(/^Zookeeper version: /, "srvr"),
  "easm.ports.consul_unauthenticated": overTls(/"Datacenter"/, "/v1/agent/self"),
  "easm.ports.jupyter_unauthenticated": overTls(/"type":"directory"/, "/api/contents?content=0"),
  "easm.ports.kafka_unauthenticated": bytes(/^0000....0000000900000001/, kafka(3, 1, "00000000")),
  "easm.ports.mqtt_unauthenticated": bytes(/^20020000$/, MQTT),
  "easm.ports.nats_unauthenticated": says(/^INFO .*PONG\r\n$/s, "", 'CONNECT {"verbose":false}\r\nPING\r\n'),
  "easm.ports.vnc_unauthenticated": bytes(/^524642203030332e3030380a0201/, "RFB 003.008\n"),
  "easm.ports.x11_unauthenticated": bytes(/^01000b00/, hex("6c000b000000000000000000")),
  "easm.ports.debugger_exposed": bytes(JDWP, "JDWP-Handshake", hex("0000000b 00000001 00 01 01")),
  "easm.ports.ftp_anonymous": says(/\n230 /, "", "USER anonymous\r\n", "PASS a@example.com\r\n"),
  "easm.ports.rsync_modules_listed": says(/^@RSYNCD: .*\n\w+ *\t/, "", "@RSYNCD: 31.0\n#list\n"),
  "easm.ports.nfs_exports_listed": says(/\/srv\/backup/, rpc(100_005, 3, 5)),
  "easm.ports.open_proxy": tunnels,
  "easm.ports.smtp_open_relay": async (claim) => {
    const asked = async (recipient: string) =>
      (await talk(placeOf(claim), [...SMTP, `RCPT TO:<${recipient}>\r\n`])).toString("latin1").trim().split("\r\n");
    const [taken, impossible] = [await asked("b@example.net"), await asked("b@@..example.net")];
    return taken.length >= 4 && (taken.at(-1) ?? "").startsWith("250 ") && (impossible.at(-1) ?? "").startsWith("55");
  },
  "easm.ports.internal_service_exposed": oneOf(
    says(/whitelist/, "srvr"),
    bytes(/^010000.{8}000a000a/, "AMQP\0\0\x09\x01"),
    bytes(/^0000....00000009000000000008/, kafka(18, 0, "")),
    says(/^INFO .*"auth_required":true/),
    bytes(/^00160b00/, hex("6c000b000000000000000000")),
    bytes(RPCBIND, rpc(100_000, 2, 4)),
  ),
  "easm.ports.ldap_exposed": bytes(
    /^30..02010164/,
    hex(
      "3035 020101 6330 0400 0a0100 0a0100 020101 020105 010100 870b 6f626a656374436c617373 3010 040e 6e616d696e67436f6e7465787473",
    ),
  ),
};
