import type { Socket } from "node:net";
import type { Server as TlsServer } from "node:tls";

/** ServerHello of SSL 3.0 (RFC 6101, 5.6.1.3): no session, RSA with 3DES, no compression. */
const serverHello = Buffer.concat([
  Buffer.from([0x16, 0x03, 0x00, 0x00, 0x2a, 0x02, 0x00, 0x00, 0x26, 0x03, 0x00]),
  Buffer.alloc(32, 0x5a),
  Buffer.from([0x00, 0x00, 0x0a, 0x00]),
]);

/** A ClientHello whose highest version is SSL 3.0, told by `client_version` and not by the record's. */
const isSsl3Hello = (first: Buffer): boolean =>
  first[0] === 0x16 && first[5] === 0x01 && first[9] === 0x03 && first[10] === 0x00;

/**
 * Answers SSL 3.0 with a ServerHello and hands every other connection to a real TLS server: OpenSSL no longer speaks
 * SSL 3.0, so nothing more than its first answer can be offered.
 */
export const ssl3Front =
  (server: TlsServer) =>
  (socket: Socket): void => {
    socket.once("data", (first: Buffer) => {
      if (isSsl3Hello(first)) {
        socket.write(serverHello);
        return;
      }
      socket.pause();
      socket.unshift(first);
      server.emit("connection", socket);
    });
  };
