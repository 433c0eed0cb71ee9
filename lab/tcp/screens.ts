import { answers, framed, hex } from "./turns.ts";

/** RFB that offers the security type None (RFC 6143, 7.1.2). */
export const openVnc = answers((_, turn) => (turn === 1 ? Buffer.from([2, 1, 2]) : null), "RFB 003.008\n");

/** An X server: success with its vendor, or the reason why not. */
export const x11 = ({ locked }: { readonly locked: boolean }) =>
  answers((asked) => {
    if (asked[0] !== 0x6c || asked.length < 12) return null;
    if (locked) {
      const reason = Buffer.from("No protocol specified\n\0\0");
      return Buffer.concat([Buffer.from([0, 22, 11, 0, 0, 0, 6, 0]), reason]);
    }
    const vendor = Buffer.from("The X.Org Foundation");
    const fixed = Buffer.alloc(32);
    fixed.writeUInt16LE(vendor.length, 16);
    return Buffer.concat([Buffer.from([1, 0, 11, 0, 0, 0, 13, 0]), fixed, vendor]);
  });

/** A Java VM that waits for a debugger. */
export const jdwp = answers((asked) => {
  if (asked.toString("latin1") === "JDWP-Handshake") return asked;
  if (asked.length < 11 || asked[9] !== 1 || asked[10] !== 1) return null;
  const described = framed(Buffer.from("Java Debug Wire Protocol (Reference Implementation) version 17.0"), 4);
  const reply = Buffer.concat([asked.subarray(4, 8), hex("80 0000"), described, hex("00000011 00000000")]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(reply.length + 4);
  return Buffer.concat([length, reply]);
});

/** A directory that tells its root entry, as all do. */
export const ldap = answers((asked) => {
  if (asked[0] !== 0x30 || !asked.includes("namingContexts")) return null;
  const value = Buffer.from("dc=acme,dc=test");
  const values = Buffer.concat([Buffer.from([0x31, value.length + 2, 0x04, value.length]), value]);
  const name = Buffer.concat([Buffer.from([0x04, 14]), Buffer.from("namingContexts")]);
  const attribute = Buffer.concat([Buffer.from([0x30, name.length + values.length]), name, values]);
  const list = Buffer.concat([Buffer.from([0x04, 0, 0x30, attribute.length]), attribute]);
  const entry = Buffer.concat([Buffer.from([0x02, 1, 1, 0x64, list.length]), list]);
  const done = hex("30 0c 020101 65 07 0a0100 0400 0400");
  return Buffer.concat([Buffer.from([0x30, entry.length]), entry, done]);
});
