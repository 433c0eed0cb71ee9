import { ask, type Question } from "./question.ts";

/** X.224 connection request with an RDP negotiation request for TLS and CredSSP (MS-RDPBCGR 2.2.1.1). */
const RDP_REQUEST = Buffer.from([
  0x03, 0x00, 0x00, 0x13, 0x0e, 0xe0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x08, 0x00, 0x03, 0x00, 0x00, 0x00,
]);

/** RDP answers with a TPKT of version 3 that holds an X.224 connection confirm (0xD0); an echo would hold a request. */
export const remoteDesktop: Question = async (target, net) => {
  const said = await ask(net, target, RDP_REQUEST);
  if (said.length < 11 || said[0] !== 3 || said[5] !== 0xd0 || said.readUInt16BE(2) > said.length) return null;
  return {
    protocol: "ms-wbt-server",
    tls: false,
    said: Buffer.alloc(0),
    exposures: [{ rule: "remote_desktop_exposed", evidence: { protocol: "RDP", ...confirmOf(said) } }],
  };
};

/** Kind of packet and what was negotiated, hex. The references between them are the connection's own. */
const confirmOf = (said: Buffer) => ({ confirm: said.toString("hex", 0, 6), negotiated: said.toString("hex", 11, 19) });

/** SMB1 negotiate that offers the dialects of SMB1 and SMB2, so that every generation answers (MS-SMB2 3.2.4.2.2.1). */
const SMB_NEGOTIATE = smbNegotiate(["NT LM 0.12", "SMB 2.002", "SMB 2.???"]);

/** SMB answers negotiate with an SMB1 reply (flag 0x80) or an SMB2 negotiate response (flag 1). */
export const smb: Question = async (target, net) => {
  const said = await ask(net, target, SMB_NEGOTIATE);
  const magic = said.toString("latin1", 4, 8);
  const isFirst = magic === "\xffSMB" && said[8] === 0x72 && ((said[13] ?? 0) & 0x80) !== 0;
  const isSecond =
    magic === "\xfeSMB" && said.length >= 68 && said.readUInt16LE(16) === 0 && ((said[20] ?? 0) & 1) === 1;
  if (!isFirst && !isSecond) return null;
  return {
    protocol: "microsoft-ds",
    tls: false,
    said: Buffer.alloc(0),
    exposures: [{ rule: "smb_exposed", evidence: { protocol: isFirst ? "SMB1" : "SMB2 or later" } }],
  };
};

function smbNegotiate(dialects: readonly string[]): Buffer {
  const offered = Buffer.concat(dialects.map((dialect) => Buffer.from(`\x02${dialect}\0`, "latin1")));
  const header = Buffer.alloc(32);
  header.write("\xffSMB", "latin1");
  header[4] = 0x72;
  header[9] = 0x18;
  header.writeUInt16LE(0xc853, 10);
  const counts = Buffer.alloc(3);
  counts.writeUInt16LE(offered.length, 1);
  const message = Buffer.concat([header, counts, offered]);
  const session = Buffer.alloc(4);
  session.writeUInt32BE(message.length);
  return Buffer.concat([session, message]);
}
