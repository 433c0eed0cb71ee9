import { createSocket } from "node:dgram";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type Answer, type DecodedPacket, decode, encode, type Packet } from "dns-packet";
import { onTestFinished } from "vitest";
import type { Scope } from "../../functions/domain/scope.ts";
import { configureNet, type NetConfig } from "../../functions/net/config.ts";
import type { Net, NetOptions } from "../../functions/net/net.ts";
import { openNet } from "../../functions/net/open.ts";

/** A `Net` that may reach loopback, closed at the end of the test. */
export function loopbackNet(
  options: Partial<Omit<NetOptions, "scope">> & { scope?: Partial<Scope>; config?: NetConfig } = {},
): Net {
  configureNet({ allowedCidrs: ["127.0.0.1"], ...options.config });
  const net = openNet({
    ratePerSecond: 10_000,
    userAgentMode: "default",
    signal: new AbortController().signal,
    ...options,
    scope: { domains: ["example.test"], ranges: ["127.0.0.0/8"], exclude: [], ...options.scope },
  });
  onTestFinished(async () => {
    await net.close();
    configureNet({});
  });
  return net;
}

/** Listens on a free loopback port until the end of the test, when open connections are cut. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server.address());
}

/** A TCP server that does `talk` with each connection. */
export const tcpServer = (talk: (socket: Socket) => void): Promise<number> => listening(createServer(talk));

/** An HTTP server; the result is its origin. */
export const httpServer = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createHttpServer(listener))}`;

/** A server that answers each connection's first bytes with `response` as it is, then ends. */
export const rawServer = async (response: string | Buffer): Promise<string> => {
  const port = await tcpServer((socket) => socket.once("data", () => socket.end(response)));
  return `http://127.0.0.1:${port}`;
};

export type DnsReply = Packet | readonly Packet[] | Buffer | null;

export interface DnsServerSpy {
  readonly resolver: string;
  readonly port: number;
  /** `udp A name`, in the order asked. */
  readonly asked: readonly string[];
}

/** A DNS server on one loopback port, UDP and TCP; `reply` gets the query and says what goes back, in order. */
export async function dnsServer(reply: (query: DecodedPacket, over: "udp" | "tcp") => DnsReply): Promise<DnsServerSpy> {
  const asked: string[] = [];
  const packetsFor = (message: Buffer, over: "udp" | "tcp"): Buffer[] => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    asked.push(`${over} ${question?.type} ${question?.name}`);
    const replies = [reply(query, over)].flat();
    return replies.flatMap((each) =>
      each === null ? [] : [Buffer.isBuffer(each) ? each : encode(response(query, each))],
    );
  };
  const port = await tcpServer((socket) =>
    socket.once("data", (chunk) => {
      for (const packet of packetsFor(chunk.subarray(2), "tcp"))
        socket.write(Buffer.concat([lengthOf(packet), packet]));
      socket.end();
    }),
  );
  const udp = createSocket("udp4");
  udp.on("message", (message, peer) => {
    for (const packet of packetsFor(message, "udp")) udp.send(packet, peer.port, peer.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    udp.close();
  });
  return { resolver: `127.0.0.1:${port}`, port, asked };
}

/** A zone as `TYPE name` -> records; what is missing is NXDOMAIN when no type of the name exists, else empty. */
export const zone =
  (records: Readonly<Record<string, readonly Answer[]>>) =>
  (query: DecodedPacket): Packet => {
    const [question] = query.questions ?? [];
    const name = question?.name ?? "";
    const isKnown = Object.keys(records).some((key) => key.endsWith(` ${name}`));
    return { flags: isKnown ? 0 : 3, answers: [...(records[`${question?.type} ${name}`] ?? [])] };
  };

export const a = (name: string, data: string): Answer => ({ type: "A", name, ttl: 60, data });
export const cname = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: 60, data });

const response = (query: DecodedPacket, reply: Packet): Packet => ({
  id: query.id ?? 0,
  questions: query.questions ?? [],
  ...reply,
  type: "response",
});

const lengthOf = (packet: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  return length;
};

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;
