import type { Socket } from "node:net";
import { onLines } from "./lines.ts";

/** Telnet as telnetd opens it: DO TERMINAL-TYPE, TSPEED, XDISPLOC, NEW-ENVIRON (RFC 854, 1091), then a login prompt. */
export function telnet(socket: Socket): void {
  socket.write(Buffer.from([0xff, 0xfd, 0x18, 0xff, 0xfd, 0x20, 0xff, 0xfd, 0x23, 0xff, 0xfd, 0x27]));
  socket.write("\r\nDebian GNU/Linux 9\r\nlegacy login: ");
  onLines(socket, () => "\r\nLogin incorrect\r\nlegacy login: ");
}

/** FTP control connection (RFC 959) that lets nobody in. */
export function ftp(socket: Socket): void {
  socket.write("220 (vsFTPd 3.0.5)\r\n");
  onLines(socket, (line) => {
    const verb = line.split(" ")[0]?.toUpperCase();
    if (verb === "QUIT") return null;
    if (verb === "USER") return "331 Please specify the password.\r\n";
    if (verb === "SYST") return "215 UNIX Type: L8\r\n";
    if (verb === "FEAT") return "211-Features:\r\n UTF8\r\n211 End\r\n";
    return "530 Please login with USER and PASS.\r\n";
  });
}

/** SSH identification (RFC 4253, 4.2); the key exchange that would follow is never begun. */
export function ssh(socket: Socket): void {
  socket.write("SSH-2.0-OpenSSH_9.6\r\n");
  socket.resume();
}

/** SMTP (RFC 5321) without relaying; its greeting starts with 220 as an FTP server's does. */
export function smtp(socket: Socket): void {
  socket.write("220 mail.acme.test ESMTP\r\n");
  onLines(socket, (line) => {
    const verb = line.split(" ")[0]?.toUpperCase();
    if (verb === "QUIT") return null;
    if (verb === "EHLO" || verb === "HELO") return "250 mail.acme.test\r\n";
    if (verb === "NOOP" || verb === "RSET") return "250 OK\r\n";
    if (verb === "MAIL" || verb === "RCPT") return "554 Relay access denied\r\n";
    return "502 Command not implemented\r\n";
  });
}

/** RFB protocol version (RFC 6143, 7.1.1) and, once the client agreed, the security types: VNC authentication only. */
export function vnc(socket: Socket): void {
  socket.write("RFB 003.008\n");
  socket.once("data", () => socket.write(Buffer.from([1, 2])));
}

/** X.224 connection confirm with a negotiation response that selects CredSSP ([MS-RDPBCGR] 2.2.1.2). */
export function rdp(socket: Socket): void {
  socket.once("data", (request: Buffer) => {
    // TPKT version 3 (RFC 1006) around a connection request, code 0xE0 (X.224, 13.3).
    if (request[0] !== 3 || request[5] !== 0xe0) {
      socket.destroy();
      return;
    }
    socket.write(
      Buffer.from([
        0x03, 0x00, 0x00, 0x13, 0x0e, 0xd0, 0x00, 0x00, 0x12, 0x34, 0x00, 0x02, 0x1f, 0x08, 0x00, 0x02, 0x00, 0x00,
        0x00,
      ]),
    );
  });
}
