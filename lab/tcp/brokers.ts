import { answers, framed, hex } from "./turns.ts";

interface Lock {
  readonly locked: boolean;
}

/** MQTT 3.1.1: CONNACK that accepts (0) or calls the client unauthorised (5). */
export const mqtt = ({ locked }: Lock) =>
  answers((asked) => (asked[0] === 0x10 && asked.includes("MQTT") ? Buffer.from([0x20, 2, 0, locked ? 5 : 0]) : null));

/** Kafka: ApiVersions for everybody, Metadata only where no login is asked for. */
export const kafka = ({ locked }: Lock) =>
  answers((asked) => {
    if (asked.length < 14 || asked.readInt32BE(0) !== asked.length - 4) return null;
    const correlation = asked.subarray(8, 12);
    if (asked.readInt16BE(4) === 18) {
      const keys = Buffer.concat(Array.from({ length: 8 }, (_, key) => Buffer.from([0, key, 0, 0, 0, 9])));
      return framed(Buffer.concat([correlation, Buffer.from([0, 0, 0, 0, 0, 8]), keys]), 4);
    }
    if (asked.readInt16BE(4) !== 3 || locked) return null;
    const host = Buffer.from("kafka-0.internal");
    const broker = Buffer.concat([hex("00000000"), framed(host, 2), hex("00002384 ffff")]);
    return framed(Buffer.concat([correlation, hex("00000001"), broker, hex("00000000 00000000")]), 4);
  });

/** NATS: INFO at once; PONG after CONNECT where no login is asked for. */
export const nats = ({ locked }: Lock) => {
  const info = { server_id: "NDQW5XLAB", version: "2.10.7", proto: 1, max_payload: 1_048_576, auth_required: locked };
  return answers(
    (asked) => {
      if (!/^CONNECT /.test(asked.toString("latin1"))) return "-ERR 'Unknown Protocol Operation'\r\n";
      return locked ? "-ERR 'Authorization Violation'\r\n" : "PONG\r\n";
    },
    `INFO ${JSON.stringify(info)} \r\n`,
  );
};

/** RabbitMQ's Connection.Start, which names the product before any login. */
export const amqp = answers((asked) => {
  if (!asked.subarray(0, 4).equals(Buffer.from("AMQP"))) return null;
  const entry = (name: string, value: string) =>
    Buffer.concat([Buffer.of(name.length), Buffer.from(`${name}S`), framed(Buffer.from(value), 4)]);
  const properties = framed(Buffer.concat([entry("product", "RabbitMQ"), entry("version", "3.12.10")]), 4);
  const method = Buffer.concat([
    hex("000a 000a 00 09"),
    properties,
    framed(Buffer.from("PLAIN AMQPLAIN"), 4),
    framed(Buffer.from("en_US"), 4),
  ]);
  return Buffer.concat([hex("01 0000"), framed(method, 4), hex("ce")]);
});

/** ZooKeeper's four-letter commands, which newer versions answer only when they are listed. */
export const zookeeper = ({ locked }: Lock) =>
  answers((asked) => {
    if (asked.toString("latin1").trim() !== "srvr") return null;
    return locked
      ? "srvr is not executed because it is not in the whitelist.\n"
      : "Zookeeper version: 3.8.3-6ad6d364c7c0bcf0de452d54ebefa3058098ab56, built on 2023-10-05 10:34 UTC\nLatency min/avg/max: 0/0.0/0\nReceived: 1\nMode: standalone\nNode count: 5\n";
  });

/** Cassandra's native protocol: OPTIONS, then STARTUP with or without a login, then one row. */
export const cassandra = ({ locked }: Lock) => {
  const frame = (opcode: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0x84, 0, 0, 0, opcode]), framed(body, 4)]);
  return answers((asked) => {
    if (asked[0] !== 4 || asked.length < 9) return null;
    if (asked[4] === 5) return frame(6, Buffer.from("\0\x01\0\x0bCQL_VERSION\0\x01\0\x053.4.6", "latin1"));
    if (asked[4] === 1)
      return locked
        ? frame(3, framed(Buffer.from("org.apache.cassandra.auth.PasswordAuthenticator"), 2))
        : frame(2, Buffer.alloc(0));
    if (asked[4] !== 7 || locked) return null;
    const metadata = hex(
      "00000001 00000001 0006 73797374656d 0005 6c6f63616c 000f 72656c656173655f76657273696f6e 000d",
    );
    return frame(8, Buffer.concat([hex("00000002"), metadata, hex("00000001"), framed(Buffer.from("4.1.3"), 4)]));
  });
};
