import { createSocket, type Socket as DatagramSocket } from "node:dgram";
import { createServer, type Server, type Socket } from "node:net";
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
} from "dns-packet";
import { lookUp, type Question, rcodes, transfer } from "./answer.ts";
import type { Zone } from "./zones.ts";

/** Largest UDP answer without EDNS (RFC 1035, 4.2.1). */
const UDP_BYTES_MAX = 512;
const TRUNCATED = 0x200;

export interface DnsListener {
  readonly address: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Decodes a query; null for what is none. */
const queryOf = (message: Buffer): ({ packet: Packet } & Question) | null => {
  try {
    const packet = decode(message);
    const question = packet.questions?.[0];
    if (packet.type !== "query" || question === undefined) return null;
    const dnssec = packet.additionals?.some((record) => record.type === "OPT" && record.flag_do) ?? false;
    return { packet, name: question.name.toLowerCase(), type: question.type, dnssec };
  } catch {
    return null;
  }
};

const respond = (
  packet: Packet,
  rcode: number,
  answers: readonly Answer[],
  authorities: readonly Answer[] = [],
): Packet => ({
  type: "response",
  id: packet.id ?? 0,
  flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | ((packet.flags ?? 0) & RECURSION_DESIRED) | rcode,
  questions: packet.questions ?? [],
  answers: [...answers],
  authorities: [...authorities],
});

/** What a server that has no zone says to strangers. */
export type Manner = "recursive" | "sinkhole" | "referring";

/** A foreign name with an address, as the internet has many. */
const ELSEWHERE = { name: "example.com", address: "192.0.2.80" } as const;

/**
 * Answers as a resolver that is open to everybody, as a sinkhole that gives one address for every name, or as a server
 * that only points to the root.
 */
const answerIn =
  (manner: Manner) =>
  (message: Buffer): Packet | null => {
    const query = queryOf(message);
    if (query === null) return null;
    const { packet, name, type } = query;
    const address = (data: string): Answer[] => (type === "A" ? [{ type: "A", name, ttl: 30, data }] : []);
    const plain = { ...respond(packet, rcodes.NOERROR, []), flags: (packet.flags ?? 0) & RECURSION_DESIRED };
    switch (manner) {
      case "recursive": {
        const flags = plain.flags | RECURSION_AVAILABLE;
        if (name !== ELSEWHERE.name) return { ...plain, flags: flags | rcodes.NXDOMAIN };
        return { ...plain, flags, answers: address(ELSEWHERE.address) };
      }
      case "sinkhole":
        return { ...plain, flags: plain.flags | RECURSION_AVAILABLE, answers: address("192.0.2.53") };
      case "referring":
        return { ...plain, authorities: [{ type: "NS", name: ".", ttl: 30, data: "a.root-servers.net" }] };
      default:
        return manner satisfies never;
    }
  };

function answerTo(message: Buffer, zones: readonly Zone[], serverIndex: 0 | 1, overTcp: boolean): Packet | null {
  const query = queryOf(message);
  if (query === null) return null;
  const { packet, name, type, dnssec } = query;
  if (type === "AXFR" || type === "IXFR") {
    const records = overTcp ? transfer(zones, name, serverIndex) : null;
    return records === null ? respond(packet, rcodes.REFUSED, []) : respond(packet, rcodes.NOERROR, records);
  }
  const found = lookUp(zones, { name, type, dnssec });
  return respond(packet, rcodes[found.rcode], found.answers, found.authority);
}

/** An answer that does not fit is replaced by an empty one with the TC bit, so that the client comes again over TCP. */
const overUdp = (answer: Packet): Buffer => {
  const whole = encode(answer);
  if (whole.length <= UDP_BYTES_MAX) return whole;
  return encode({ ...answer, flags: (answer.flags ?? 0) | TRUNCATED, answers: [], authorities: [] });
};

/** Length-prefixed messages of a TCP connection (RFC 1035, 4.2.2). */
function serveStream(socket: Socket, answer: (message: Buffer) => Packet | null): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const packet = answer(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (packet === null) {
        socket.destroy();
        return;
      }
      const body = encode(packet);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(body.length);
      socket.write(Buffer.concat([length, body]));
    }
  });
}

/**
 * Serves the zones over UDP and TCP on one port.
 *
 * @param port 0 for any port that is free for both.
 * @param serverIndex which of a zone's name servers this is; they differ in who may transfer the zone.
 */
export const serveDns = (
  address: string,
  port: number,
  zones: () => readonly Zone[],
  serverIndex: 0 | 1,
): Promise<DnsListener> => serve(address, port, (message, overTcp) => answerTo(message, zones(), serverIndex, overTcp));

/** Serves no zone, in one of the manners in which such servers meet strangers. */
export const serveManner = (address: string, port: number, manner: Manner): Promise<DnsListener> =>
  serve(address, port, answerIn(manner));

async function serve(
  address: string,
  port: number,
  answer: (message: Buffer, overTcp: boolean) => Packet | null,
): Promise<DnsListener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serveStream(socket, (message) => answer(message, true));
  });
  await listenTcp(server, address, port);
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  const datagrams = createSocket("udp4");
  datagrams.on("message", (message, sender) => {
    const reply = answer(message, false);
    if (reply !== null) datagrams.send(overUdp(reply), sender.port, sender.address);
  });
  await bindUdp(datagrams, address, boundPort);
  return {
    address,
    port: boundPort,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => datagrams.close(resolve)),
        new Promise<void>((resolve) => server.close(() => resolve())),
      ]);
    },
  };
}

const listenTcp = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });

const bindUdp = (socket: DatagramSocket, address: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ address, port }, () => {
      socket.off("error", reject);
      resolve();
    });
  });
