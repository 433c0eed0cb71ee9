import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type Answer, AUTHORITATIVE_ANSWER, type DecodedPacket, decode, encode, RECURSION_AVAILABLE } from "dns-packet";

/** One line of a zone: name, type and data as in a zone file, `*.` for wildcards. */
export type ZoneLine = readonly [
  name: string,
  type: "A" | "AAAA" | "CNAME" | "NS" | "MX" | "TXT" | "SRV" | "CAA",
  data: string,
];

export interface DnsServerOptions {
  readonly records: readonly ZoneLine[];
  /** Zones that anybody may have by AXFR. */
  readonly transfers?: readonly string[];
  /** Names, with everything below, that are answered SERVFAIL. */
  readonly broken?: readonly string[];
  /**
   * Answers in place of the records, for wildcards that change from question to question. Null: the name does not exist;
   * undefined: the records count.
   */
  readonly dynamic?: (name: string, type: string) => readonly ZoneLine[] | null | undefined;
  /** False: answers an alias with the alias alone, as authorities do. */
  readonly followsAliases?: boolean;
}

export interface TestDnsServer {
  /** `127.0.0.1:port`, the same for UDP and TCP. */
  readonly address: string;
  readonly port: number;
  /** Every question that came, `TYPE name`, in order. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const ALIASES_MAX = 10;
const ANSWERS_MAX = 500;

/** A resolver on loopback that knows the given records only and follows aliases among them. */
export async function startDnsServer(options: DnsServerOptions): Promise<TestDnsServer> {
  const questions: string[] = [];
  const connections = new Set<Socket>();
  const zones = indexed(options.records);
  const respond = (query: DecodedPacket): Buffer[] => {
    const [question] = query.questions ?? [];
    if (!question) return [];
    const name = question.name.toLowerCase();
    questions.push(`${question.type} ${name}`);
    const { rcode, answers } = answer(options, zones, name, question.type);
    const flags = AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | rcodes[rcode];
    // A message holds 64 KB at most, so that a transfer comes in several.
    const parts = Array.from({ length: Math.max(1, Math.ceil(answers.length / ANSWERS_MAX)) }, (_, part) =>
      answers.slice(part * ANSWERS_MAX, (part + 1) * ANSWERS_MAX),
    );
    return parts.map((part) => encode({ type: "response", id: query.id, flags, questions: [question], answers: part }));
  };

  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => socket.destroy());
    let pending = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        for (const message of respond(decode(pending.subarray(2, end)))) socket.write(framed(message));
        pending = pending.subarray(end);
      }
    });
  });
  const { udp, port } = await listenOnBoth(tcp);
  udp.on("message", (message, sender) => {
    for (const reply of respond(decode(message))) udp.send(reply, sender.port, sender.address);
  });

  return {
    address: `127.0.0.1:${port}`,
    port,
    questions,
    async close() {
      for (const socket of connections) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => tcp.close(() => resolve())),
        new Promise<void>((resolve) => udp.close(() => resolve())),
      ]);
    },
  };
}

/** The port that TCP was given may be taken for UDP by another test at the same time; then another one is tried. */
async function listenOnBoth(tcp: ReturnType<typeof createServer>): Promise<{ udp: UdpSocket; port: number }> {
  for (;;) {
    tcp.listen(0, "127.0.0.1");
    await once(tcp, "listening");
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket("udp4");
    const isBound = await new Promise<boolean>((resolve) => {
      udp.once("error", () => resolve(false));
      udp.bind(port, "127.0.0.1", () => resolve(true));
    });
    if (isBound) return { udp, port };
    udp.close();
    await new Promise<void>((resolve) => tcp.close(() => resolve()));
  }
}

interface Reply {
  readonly rcode: keyof typeof rcodes;
  readonly answers: readonly Answer[];
}

function answer(options: DnsServerOptions, zones: Zones, asked: string, type: string): Reply {
  if (type === "AXFR") return transfer(options, asked);
  const answers: Answer[] = [];
  let name = asked;
  for (let aliases = 0; aliases <= ALIASES_MAX; aliases += 1) {
    if ((options.broken ?? []).some((broken) => isAtOrBelow(name, broken))) return { rcode: "SERVFAIL", answers };
    const dynamic = options.dynamic?.(name, type);
    const lines = dynamic === undefined ? linesAt(zones, name) : dynamic;
    if (lines === null) return { rcode: "NXDOMAIN", answers };
    const wanted = lines.filter((line) => line[1] === type);
    answers.push(...wanted.map((line) => toAnswer(line, name)));
    const alias = lines.find((line) => line[1] === "CNAME");
    if (wanted.length > 0 || !alias) return { rcode: "NOERROR", answers };
    answers.push(toAnswer(alias, name));
    if (options.followsAliases === false) return { rcode: "NOERROR", answers };
    name = alias[2];
  }
  return { rcode: "NOERROR", answers };
}

interface Zones {
  readonly linesOf: ReadonlyMap<string, readonly ZoneLine[]>;
  /** Names with lines, and all names above them. */
  readonly existing: ReadonlySet<string>;
}

function indexed(records: readonly ZoneLine[]): Zones {
  const existing = new Set<string>();
  for (const [owner] of records) {
    const labels = owner.split(".");
    for (const first of labels.keys()) existing.add(labels.slice(first).join("."));
  }
  return { linesOf: Map.groupBy(records, ([owner]) => owner), existing };
}

/** Lines at a name, those of the closest wildcard (RFC 4592), none for a name that only has names below; null if it does not exist. */
function linesAt({ linesOf, existing }: Zones, name: string): readonly ZoneLine[] | null {
  if (existing.has(name)) return linesOf.get(name) ?? [];
  let encloser = name;
  while (encloser.includes(".") && !existing.has(encloser)) encloser = encloser.slice(encloser.indexOf(".") + 1);
  return linesOf.get(`*.${encloser}`) ?? null;
}

function transfer({ records, transfers }: DnsServerOptions, zone: string): Reply {
  if (!transfers?.includes(zone)) return { rcode: "REFUSED", answers: [] };
  const soa: Answer = {
    type: "SOA",
    name: zone,
    ttl: 60,
    data: { mname: `ns1.${zone}`, rname: `admin.${zone}`, serial: 1 },
  };
  const lines = records.filter(([owner]) => isAtOrBelow(owner, zone)).map((line) => toAnswer(line, line[0]));
  return { rcode: "NOERROR", answers: [soa, ...lines, soa] };
}

function toAnswer([, type, data]: ZoneLine, name: string): Answer {
  const shared = { name, ttl: 60 };
  const [first = "", second = "", third = "", fourth = ""] = data.split(" ");
  switch (type) {
    case "TXT":
      return { ...shared, type, data: data.match(/.{1,255}/gs) ?? [""] };
    case "MX":
      return { ...shared, type, data: { preference: Number(first), exchange: second } };
    case "SRV":
      return {
        ...shared,
        type,
        data: { priority: Number(first), weight: Number(second), port: Number(third), target: fourth },
      };
    case "CAA": {
      const [, flags, tag, value = ""] = /^(\d+) (issue|issuewild|iodef) "(.*)"$/.exec(data) ?? [];
      if (tag !== "issue" && tag !== "issuewild" && tag !== "iodef") throw new RangeError(`Not CAA data: ${data}`);
      return { ...shared, type, data: { flags: Number(flags), tag, value } };
    }
    default:
      return { ...shared, type, data };
  }
}

const isAtOrBelow = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`);

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
