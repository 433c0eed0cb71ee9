import { connect, type Socket } from "node:net";
import { onLines } from "./lines.ts";
import { answers } from "./turns.ts";

/** What a lab relay may lead to: itself, and nothing else. */
const isItself = (socket: Socket, host: string, port: number): boolean =>
  host === socket.localAddress?.replace("::ffff:", "") && port === socket.localPort;

const lead = (socket: Socket, port: number, opened: () => void): void => {
  const through = connect({ host: socket.localAddress ?? "127.0.0.1", port }, () => {
    opened();
    socket.pipe(through);
    through.pipe(socket);
  });
  through.on("error", () => socket.destroy());
  socket.on("close", () => through.destroy());
};

/** SMTP that takes a recipient by `accepts`. */
export const smtp =
  (accepts: (recipient: string) => boolean) =>
  (socket: Socket): void => {
    socket.write("220 mta.acme.test ESMTP Postfix\r\n");
    onLines(socket, (line) => {
      const verb = line.split(/[ :]/)[0]?.toUpperCase();
      if (verb === "QUIT") return "221 2.0.0 Bye\r\n";
      if (verb === "EHLO") return "250-mta.acme.test\r\n250 8BITMIME\r\n";
      if (verb === "MAIL") return "250 2.1.0 Ok\r\n";
      if (verb === "RCPT") return accepts(line) ? "250 2.1.5 Ok\r\n" : "554 5.7.1 Relay access denied\r\n";
      return "502 5.5.2 Error: command not recognized\r\n";
    });
  };

/** An HTTP proxy that tunnels for everybody (as far as the lab lets it). */
export function openProxy(socket: Socket): void {
  socket.once("data", (chunk: Buffer) => {
    const [, host = "", port = ""] = /^CONNECT ([^ :]+):(\d+) /.exec(chunk.toString("latin1")) ?? [];
    if (host === "") socket.end("HTTP/1.1 400 Bad Request\r\nServer: tinyproxy/1.11.1\r\nContent-Length: 0\r\n\r\n");
    else if (!isItself(socket, host, Number(port))) socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    else lead(socket, Number(port), () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
  });
}

/** A proxy that asks for a login. */
export const lockedProxy = answers(
  () =>
    'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="acme"\r\nContent-Length: 0\r\n\r\n',
);

/** Grants every tunnel and leads nowhere: it goes on answering by itself. */
export const boastfulProxy = answers((asked) =>
  asked.toString("latin1").startsWith("CONNECT ")
    ? "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
);

/** SOCKS 5 without a login (RFC 1928). */
export function openSocks(socket: Socket): void {
  socket.once("data", (greeting: Buffer) => {
    if (greeting[0] !== 5) return socket.destroy();
    socket.once("data", (request: Buffer) => {
      const host = [...request.subarray(4, 8)].join(".");
      const port = request.length >= 10 ? request.readUInt16BE(8) : 0;
      if (!isItself(socket, host, port)) return socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]));
      return lead(socket, port, () => socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])));
    });
    return socket.write(Buffer.from([5, 0]));
  });
}

/** SOCKS 5 that takes no client without a login. */
export const lockedSocks = answers((asked) => (asked[0] === 5 ? Buffer.from([5, 0xff]) : null));
