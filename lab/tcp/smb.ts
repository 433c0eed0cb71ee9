import type { Socket } from "node:net";

/** SMB2 NEGOTIATE response ([MS-SMB2] 2.2.1, 2.2.4): dialect 2.???, signing required, no security blob. */
const negotiateResponse = (): Buffer => {
  const header = Buffer.alloc(64);
  header.write("\xfeSMB", 0, "latin1");
  header.writeUInt16LE(64, 4);
  header.writeUInt16LE(1, 14);
  header.writeUInt32LE(1, 16);
  const body = Buffer.alloc(65);
  body.writeUInt16LE(65, 0);
  body.writeUInt16LE(3, 2);
  body.writeUInt16LE(0x02ff, 4);
  const session = Buffer.alloc(4);
  session.writeUInt32BE(header.length + body.length);
  return Buffer.concat([session, header, body]);
};

/** A file server that answers SMB1 multi-protocol and SMB2 negotiation, and nothing else. */
export function smb(socket: Socket): void {
  socket.once("data", (request: Buffer) => {
    const magic = request.toString("latin1", 4, 8);
    if (magic === "\xffSMB" || magic === "\xfeSMB") socket.write(negotiateResponse());
    else socket.destroy();
  });
}
