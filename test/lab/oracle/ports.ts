import { document } from "../../../lab/tcp/mongodb.ts";
import { firstBytes, isOpen } from "../raw/tcp.ts";
import { type Claim, type Oracle, placeOf } from "./oracle.ts";

/** Makes services that wait for the client say something, too; those that speak first have spoken before it arrives. */
const NUDGE = "HELP\r\n\r\n";

const said = async (claim: Claim, question: string | Buffer): Promise<string> =>
  (await firstBytes(placeOf(claim), question)).toString("latin1");

const http = ({ host }: Claim, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

/** One command document as OP_MSG. */
const mongoCommand = (name: string): Buffer => {
  const body = document({ [name]: 1, $db: "admin" });
  const header = Buffer.alloc(21);
  header.writeInt32LE(21 + body.length, 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(2013, 12);
  return Buffer.concat([header, body]);
};

/** A reply, which an echo is not: it answers request 7. */
const mongoReply = async (claim: Claim): Promise<string> => {
  const reply = await firstBytes(placeOf(claim), mongoCommand("listDatabases"));
  return reply.length > 21 && reply.readInt32LE(8) === 7 ? reply.toString("latin1") : "";
};

const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const rdpRequest = Buffer.from([3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0]);
const smbRequest = Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from("\xfeSMB", "latin1"), Buffer.alloc(28)]);

const cassandraOptions = Buffer.from("040000000500000000", "hex");

const guards: readonly ((claim: Claim) => Promise<boolean>)[] = [
  async (claim) => /^\n\d+\.\d+\.\d+\W/.test((await said(claim, NUDGE)).slice(4)),
  async (claim) => /^[SN]$/.test(await said(claim, sslRequest)),
  async (claim) => (await said(claim, "PING\r\n")).startsWith("-NOAUTH"),
  async (claim) => (await mongoReply(claim)).includes("Unauthorized"),
  async (claim) => (await said(claim, http(claim, "/"))).includes("security_exception"),
  async (claim) => (await said(claim, http(claim, "/"))).includes('"couchdb":"Welcome"'),
  async (claim) => (await said(claim, http(claim, "/version"))).includes('"etcdserver"'),
  async (claim) => /x-influxdb-version/i.test(await said(claim, http(claim, "/"))),
  async (claim) => /x-clickhouse-summary/i.test(await said(claim, http(claim, "/"))),
  async (claim) => (await said(claim, cassandraOptions)).includes("CQL_VERSION"),
];

/** Which of the guards can be asked on a port: a question that a service leaves unanswered would never end. */
const guardsOf: Readonly<Record<number, readonly number[]>> = {
  3306: [0],
  5432: [1],
  6379: [2],
  27017: [3],
  9200: [4],
  5984: [5],
  2379: [6],
  8086: [7],
  8090: [8],
  9042: [9],
};

const nominalPort = (claim: Claim): number =>
  [...(claim.lab.hosts.find((host) => host.name === claim.host)?.ports ?? [])].find(
    ([, port]) => port === claim.port,
  )?.[0] ?? 0;

export const portOracles: Readonly<Record<string, Oracle>> = {
  "easm.ports.telnet_exposed": async (claim) => (await said(claim, NUDGE)).startsWith("\xff\xfd"),
  "easm.ports.ftp_exposed": async (claim) => /^220 .*FTP/.test(await said(claim, NUDGE)),
  "easm.ports.remote_desktop_exposed": async (claim) => {
    const answer = await said(claim, nominalPort(claim) === 3389 ? rdpRequest : NUDGE);
    return answer.startsWith("RFB 003.008\n") || answer.slice(5, 6) === "\xd0";
  },
  "easm.ports.smb_exposed": async (claim) => {
    const answer = await firstBytes(placeOf(claim), smbRequest);
    return answer.length > 68 && answer.toString("latin1", 4, 8) === "\xfeSMB" && (answer[20] ?? 0) % 2 === 1;
  },
  "easm.ports.redis_unauthenticated": async (claim) => (await said(claim, "INFO\r\n")).includes("redis_version:"),
  "easm.ports.memcached_unauthenticated": async (claim) => (await said(claim, "stats\r\n")).startsWith("STAT "),
  "easm.ports.mongodb_unauthenticated": async (claim) => (await mongoReply(claim)).includes("sizeOnDisk"),
  "easm.ports.elasticsearch_unauthenticated": async (claim) =>
    (await said(claim, http(claim, "/"))).includes('"cluster_name":"acme-logs"'),
  "easm.ports.docker_api_unauthenticated": async (claim) =>
    (await said(claim, http(claim, "/version"))).includes('"ApiVersion"'),
  "easm.ports.database_exposed": async (claim) => {
    const asked = (guardsOf[nominalPort(claim)] ?? []).map((index) => guards[index]?.(claim));
    return (await Promise.all(asked)).includes(true);
  },
  "easm.ports.all_ports_open": async (claim) => {
    const host = claim.lab.hosts.find((candidate) => candidate.name === claim.host);
    const places = [...(host?.ports.values() ?? [])].map((port) => ({ ...placeOf(claim), port }));
    return (await Promise.all(places.map(isOpen))).filter(Boolean).length > 30;
  },
};
