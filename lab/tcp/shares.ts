import type { Socket } from "node:net";
import { onLines } from "./lines.ts";
import { answers, framed, words } from "./turns.ts";

/** FTP that lets the user anonymous in. */
export function anonymousFtp(socket: Socket): void {
  socket.write("220 ProFTPD Server (Acme mirror) [192.0.2.10]\r\n");
  onLines(socket, (line) => {
    const verb = line.split(" ")[0]?.toUpperCase();
    if (verb === "QUIT") return null;
    if (verb === "SYST") return "215 UNIX Type: L8\r\n";
    if (line === "USER anonymous")
      return "331 Anonymous login ok, send your complete email address as your password\r\n";
    if (verb === "USER") return "331 Password required\r\n";
    if (verb === "PASS") return "230-Welcome.\r\n230 Anonymous access granted, restrictions apply\r\n";
    if (verb === "PWD") return '257 "/" is the current directory\r\n';
    return "500 Unknown command\r\n";
  });
}

/** An rsync daemon with the given modules. */
export const rsync = (modules: readonly string[]) =>
  answers(
    (asked) =>
      asked.includes("#list")
        ? `${modules.map((name) => `${name.padEnd(15)}\t${name} of Acme\n`).join("")}@RSYNCD: EXIT\n`
        : null,
    "@RSYNCD: 31.0 sha512 sha256 sha1 md5 md4\n",
  );

/** ONC RPC on one port: portmapper and, where folders are given, the mount service, which it says is here too. */
export const rpc =
  (folders: readonly string[]) =>
  (socket: Socket): void => {
    const text = (value: string) => {
      const bytes = Buffer.from(value);
      return Buffer.concat([framed(bytes, 4), Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    };
    socket.on("data", (asked: Buffer) => {
      if (asked.length < 44 || asked.readUInt32BE(8) !== 0 || asked.readUInt32BE(12) !== 2) return socket.destroy();
      const [xid, program, procedure] = [asked.readUInt32BE(4), asked.readUInt32BE(16), asked.readUInt32BE(24)];
      const accepted = (status: number, results: Buffer) => {
        const reply = Buffer.concat([words(xid, 1, 0, 0, 0, status), results]);
        return socket.write(Buffer.concat([words(0x80000000 + reply.length), reply]));
      };
      if (program === 100_000 && procedure === 4) {
        const mountd = folders.length === 0 ? [] : [words(1, 100_005, 3, 6, socket.localPort ?? 0)];
        return accepted(0, Buffer.concat([words(1, 100_000, 2, 6, 111), ...mountd, words(0)]));
      }
      if (program === 100_005 && procedure === 5 && folders.length > 0) {
        const entries = folders.map((folder) => Buffer.concat([words(1), text(folder), words(0)]));
        return accepted(0, Buffer.concat([...entries, words(0)]));
      }
      return accepted(1, Buffer.alloc(0));
    });
  };
