import type { Json } from "../../../domain/json.ts";
import { printable } from "../shared/printable.ts";
import { natsInfo } from "./banners.ts";
import {
  ask,
  byTurns,
  converse,
  internalService,
  openToAll,
  plainService,
  type Question,
  type Recognised,
} from "./question.ts";

const NAMES_MAX = 10;
const textAt = (bytes: Buffer, start: number, end: number): string => printable(bytes.subarray(start, end), 100);

/** CONNECT of MQTT 3.1.1 (OASIS, 3.1) with a clean session, a client id and neither user name nor password. */
const MQTT_CLIENT = "palisade-scan";
const MQTT_CONNECT = Buffer.from(
  `\x10${String.fromCharCode(12 + MQTT_CLIENT.length)}\0\x04MQTT\x04\x02\0\x0a\0${String.fromCharCode(MQTT_CLIENT.length)}${MQTT_CLIENT}`,
  "latin1",
);

/** MQTT answers CONNECT with CONNACK; its return code 0 means that a stranger is in. Nothing is subscribed or published. */
export const mqtt: Question = async (target, net) => {
  const said = await converse(net, target, () => "enough", MQTT_CONNECT);
  const [type, length, flags, code] = said;
  if (said.length !== 4 || type !== 0x20 || length !== 2 || flags !== 0 || code === undefined || code > 5) return null;
  if (code !== 0) return plainService("mqtt", said, { product: "MQTT broker" });
  const evidence = { request: "CONNECT without user name and password", answer: "CONNACK 0 (accepted)" };
  return openToAll("mqtt", "mqtt_unauthenticated", evidence, { said, product: "MQTT broker" });
};

/** AMQP 0-9-1's protocol header is answered with Connection.Start (class 10, method 10) that names the product. */
export const amqp: Question = async (target, net) => {
  const header = Buffer.from("AMQP\0\0\x09\x01", "latin1");
  const said = await ask(net, target, header);
  const isStart =
    said.length > 12 && said[0] === 1 && said.readUInt16BE(1) === 0 && said.readUInt32BE(7) === 0x000a000a;
  const isOther = said.length === 8 && said.toString("latin1", 0, 4) === "AMQP" && !said.equals(header);
  if (!isStart && !isOther) return null;
  return internalService("amqp", said, tableText(said, "product") ?? "AMQP broker", tableText(said, "version"));
};

/** A long string (type S) of an AMQP field table, by its name. */
function tableText(said: Buffer, name: string): string | null {
  const at = said.indexOf(Buffer.concat([Buffer.of(name.length), Buffer.from(`${name}S`)]));
  const start = at + name.length + 6;
  if (at < 0 || start > said.length) return null;
  const length = said.readUInt32BE(start - 4);
  return start + length > said.length ? null : textAt(said, start, start + length);
}

const KAFKA_CORRELATION = 0x70616c;

function kafkaRequest(apiKey: number, version: number, body: Buffer): Buffer {
  const client = Buffer.from("palisade");
  const head = Buffer.alloc(14);
  head.writeInt32BE(10 + client.length + body.length, 0);
  head.writeInt16BE(apiKey, 4);
  head.writeInt16BE(version, 6);
  head.writeInt32BE(KAFKA_CORRELATION, 8);
  head.writeInt16BE(client.length, 12);
  return Buffer.concat([head, client, body]);
}

const isKafkaReply = (said: Buffer): boolean =>
  said.length >= 14 && said.readInt32BE(0) >= 10 && said.readInt32BE(4) === KAFKA_CORRELATION;

/**
 * Kafka answers ApiVersions before a login. Metadata (version 1, without topics) is answered only by a listener that asks
 * for none: the others hang up (Apache Kafka protocol guide).
 */
export const kafka: Question = async (target, net) => {
  const versions = await ask(net, target, kafkaRequest(18, 0, Buffer.alloc(0)));
  if (!isKafkaReply(versions)) return null;
  const count = versions.readInt32BE(10);
  if (versions.readInt16BE(8) !== 0 || count < 5 || count > 500) return null;
  const metadata = await ask(net, target, kafkaRequest(3, 1, Buffer.alloc(4)));
  const brokers = isKafkaReply(metadata) ? kafkaBrokers(metadata) : null;
  if (brokers === null) return internalService("kafka", Buffer.from("Kafka protocol"), "Apache Kafka");
  const evidence = { request: "Metadata", brokers: brokers.sort().slice(0, NAMES_MAX) };
  return openToAll("kafka", "kafka_unauthenticated", evidence, {
    said: Buffer.from("Kafka protocol"),
    product: "Apache Kafka",
  });
};

/** `host:port` of the brokers in a Metadata response, null when it is none. */
function kafkaBrokers(reply: Buffer): string[] | null {
  const count = reply.readInt32BE(8);
  if (count < 1 || count > 10_000) return null;
  const brokers: string[] = [];
  let at = 12;
  while (brokers.length < count) {
    if (at + 6 > reply.length) break;
    const length = reply.readInt16BE(at + 4);
    const end = at + 6 + length;
    if (length < 1 || end + 6 > reply.length) break;
    brokers.push(`${textAt(reply, at + 6, end)}:${reply.readInt32BE(end)}`);
    const rack = reply.readInt16BE(end + 4);
    at = end + 6 + Math.max(rack, 0);
  }
  return brokers.length === 0 ? null : brokers;
}

/** What a NATS server that asks for no login lets a stranger do: connect, and get a PONG. */
export async function askNats(recognised: Recognised, ...[target, net]: Parameters<Question>): Promise<Recognised> {
  const { guarded = true, version = null } = natsInfo(Buffer.from(recognised.said)) ?? {};
  if (!guarded) {
    const hello = 'CONNECT {"verbose":false,"pedantic":false,"lang":"palisade","version":"1","protocol":0}\r\nPING\r\n';
    const said = await byTurns(net, target, [
      { after: /^INFO .*\r\n/, say: hello },
      { after: /\r\n(PONG|-ERR .*)\r\n/, say: null },
    ]);
    if (/\r\nPONG\r\n/.test(said.toString("latin1"))) {
      const evidence: Readonly<Record<string, Json>> = {
        request: "CONNECT without credentials, PING",
        answer: "PONG",
        version,
      };
      return openToAll("nats", "nats_unauthenticated", evidence, { said: recognised.said, product: "NATS", version });
    }
  }
  return internalService("nats", recognised.said, "NATS", version);
}

/** ZooKeeper's command `srvr` tells version and state, or that it is not to be told. */
export const zookeeper: Question = async (target, net) => {
  const said = await ask(net, target, "srvr");
  const text = said.toString("latin1");
  if (/^srvr is not executed because it is not in the whitelist/.test(text)) {
    return internalService("zookeeper", said, "Apache ZooKeeper");
  }
  const version = /^Zookeeper version: v?(\d[\w.]*)/.exec(text)?.[1];
  if (version === undefined || !/^Mode: \w+/m.test(text)) return null;
  const evidence = { command: "srvr", version, mode: /^Mode: (\w+)/m.exec(text)?.[1] ?? null };
  const shown = { said: Buffer.from(`Zookeeper version: ${version}`), product: "Apache ZooKeeper", version };
  return openToAll("zookeeper", "zookeeper_unauthenticated", evidence, shown);
};
