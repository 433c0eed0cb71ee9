import type { Socket } from "node:net";
import { onLines } from "./lines.ts";

/** MySQL handshake v10 of a server that then denies every login. */
export function mysql(socket: Socket): void {
  const payload = Buffer.concat([
    Buffer.from([10]),
    Buffer.from("8.0.36\0"),
    Buffer.from([0x2a, 0, 0, 0]),
    Buffer.from("k3J9x.2Q\0", "latin1"),
    // Capabilities, character set utf8mb4, status autocommit, upper capabilities, length of the auth data.
    Buffer.from([0xff, 0xf7, 0xff, 0x02, 0x00, 0xff, 0xdf, 21]),
    Buffer.alloc(10),
    Buffer.from("pL0vW8sT4mZy\0caching_sha2_password\0"),
  ]);
  socket.write(Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]));
  socket.once("data", () => {
    const denied = Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from("#28000Access denied")]);
    socket.end(Buffer.concat([Buffer.from([denied.length, 0, 0, 2]), denied]));
  });
}

const SSL_REQUEST = 80877103;

/** PostgreSQL frontend/backend protocol 3: no TLS, and SCRAM asked of whoever starts a session. */
export function postgresql(socket: Socket): void {
  socket.on("data", (message: Buffer) => {
    const code = message.length >= 8 ? message.readInt32BE(4) : 0;
    if (code === SSL_REQUEST) {
      socket.write("N");
      return;
    }
    if (code === 196608) {
      const mechanisms = Buffer.from("SCRAM-SHA-256\0\0");
      const head = Buffer.from([0x52, 0, 0, 0, 8 + mechanisms.length, 0, 0, 0, 10]);
      socket.write(Buffer.concat([head, mechanisms]));
      return;
    }
    const fields = Buffer.from("SFATAL\0VFATAL\0C0A000\0Munsupported frontend protocol\0\0");
    const head = Buffer.from([0x45, 0, 0, 0, 4 + fields.length]);
    socket.end(Buffer.concat([head, fields]));
  });
}

const redisInfo =
  "# Server\r\nredis_version:7.2.4\r\nredis_mode:standalone\r\nos:Linux 6.1.0 x86_64\r\ntcp_port:6379\r\n";

/** Words of an inline command or of the bulk strings of a RESP array; the lab needs no binary arguments. */
const redisCommand = (request: string): string => {
  const words = request.split(/\r?\n/).filter((line) => line !== "" && !/^[*$]\d+$/.test(line));
  return (words[0] ?? "").split(" ")[0]?.toUpperCase() ?? "";
};

/** Redis over RESP2; with a password nothing but AUTH and QUIT works. */
export const redis =
  (options: { readonly password: boolean }) =>
  (socket: Socket): void => {
    socket.on("data", (chunk: Buffer) => {
      const command = redisCommand(chunk.toString("latin1"));
      if (command === "QUIT") socket.end("+OK\r\n");
      else if (options.password) socket.write("-NOAUTH Authentication required.\r\n");
      else if (command === "PING") socket.write("+PONG\r\n");
      else if (command === "INFO") socket.write(`$${redisInfo.length}\r\n${redisInfo}\r\n`);
      else if (command === "DBSIZE") socket.write(":1204\r\n");
      else socket.write(`-ERR unknown command '${command.toLowerCase().slice(0, 32)}'\r\n`);
    });
  };

/** memcached's text protocol, read commands only. */
export function memcached(socket: Socket): void {
  onLines(socket, (line) => {
    if (line === "quit") return null;
    if (line === "version") return "VERSION 1.6.21\r\n";
    if (line === "stats") {
      return "STAT pid 1\r\nSTAT uptime 86412\r\nSTAT version 1.6.21\r\nSTAT curr_items 3841\r\nEND\r\n";
    }
    if (line.startsWith("get ")) return "END\r\n";
    return "ERROR\r\n";
  });
}
