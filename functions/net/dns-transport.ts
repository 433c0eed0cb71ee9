import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { hostPort } from "./address.ts";
import { asNetError } from "./failure.ts";
import { bounded, type Lifetime } from "./lifetime.ts";

export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

/** How one message is sent. */
export interface Sending {
  readonly lifetime: Lifetime;
  readonly server: DnsServer;
  /** The question in the words of error messages. */
  readonly what: string;
  readonly packet: Buffer;
  readonly timeoutMs: number;
}

/**
 * Sends a message over UDP and waits for one that `read` accepts; others (forged, late, garbage) are passed over. The
 * socket is new for each question, so that its port is as unguessable as the id (RFC 5452), and connected, so that the
 * kernel drops what comes from elsewhere. Throws NetError.
 */
export function askUdp<T>(sending: Sending, read: (message: Buffer) => T | null): Promise<T> {
  const { server, packet } = sending;
  return bounded<T>(bounds(sending), (resolve, reject) => {
    const socket = createSocket(isIPv6(server.address) ? "udp6" : "udp4");
    const fail = (error: Error) => reject(asNetError(error, bounds(sending).what));
    socket.on("error", fail);
    socket.on("message", (message) => {
      const answer = read(message);
      if (answer !== null) resolve(answer);
    });
    socket.on("connect", () => {
      socket.send(packet, (error) => {
        if (error) fail(error);
      });
    });
    socket.connect(server.port, server.address);
    return () => socket.close();
  });
}

/**
 * Sends a message over TCP (RFC 7766: each is preceded by its length) and hands what comes back to `read`, message by
 * message, until it returns something. `atEnd` is the outcome when the peer ends, resets or refuses before that, or time
 * runs out; when it returns null the failure is thrown as NetError.
 */
export function askTcp<T>(
  sending: Sending,
  read: (message: Buffer) => T | null,
  atEnd: (failure: Error) => T | null = () => null,
): Promise<T> {
  const { server, packet } = sending;
  const { what } = bounds(sending);
  const asking = bounded<T>(bounds(sending), (resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0);
    const socket = connect({ host: server.address, port: server.port }, () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(packet.length);
      socket.write(Buffer.concat([length, packet]));
    });
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        const answer = read(pending.subarray(2, end));
        if (answer !== null) return resolve(answer);
        pending = pending.subarray(end);
      }
    });
    socket.on("error", (error) => reject(asNetError(error, what)));
    socket.on("end", () => reject(asNetError(Object.assign(new Error("closed"), { code: "EPIPE" }), what)));
    return () => socket.destroy();
  });
  return asking.catch((error: Error) => {
    const outcome = atEnd(error);
    if (outcome === null) throw error;
    return outcome;
  });
}

const bounds = ({ lifetime, server, what, timeoutMs }: Sending) => ({
  lifetime,
  timeoutMs,
  what: `DNS ${what} at ${hostPort(server.address, server.port)}`,
});
