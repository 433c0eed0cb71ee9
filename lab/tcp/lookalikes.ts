import type { Socket } from "node:net";

/** A chat service: text on connect, and an error for whatever is said to it. */
export function chat(socket: Socket): void {
  socket.write(":chat.acme.test NOTICE * :*** Looking up your hostname...\r\n");
  socket.on("data", () => socket.write(":chat.acme.test 421 * :Unknown command\r\n"));
}

/** RFC 862: every byte comes back, and with it every marker of the probe. */
export function echo(socket: Socket): void {
  socket.on("data", (chunk: Buffer) => socket.write(chunk));
}

/** Not listening in truth: a load balancer that accepts and closes because nothing is behind it. */
export function accepts(socket: Socket): void {
  socket.end();
}

/** Claims to be everything at once, on every port. */
export function honeypot(socket: Socket): void {
  socket.write("SSH-2.0-OpenSSH_7.4\r\n220 FTP server ready\r\nRFB 003.008\nlogin: ");
  socket.on("data", () => socket.write("+PONG\r\nVERSION 1.4.0\r\nHTTP/1.1 200 OK\r\nServer: Docker\r\n\r\n{}"));
}
