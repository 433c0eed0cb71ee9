import { small, tlv } from "./ber.ts";

/** The bytes of a text of Latin-1. */
export const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
/** The bytes of hex digits, blanks left out. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");

/** `version.bind`, class CHAOS, type TXT, without recursion: every name server answers something. */
export const DNS_VERSION = hex("7061 0000 0001 0000 0000 0000 0776657273696f6e 0462696e64 00 0010 0003");

/** Search for the root entry (RFC 4511, 4.5.1): base object, filter (objectClass=*), attribute namingContexts. */
export const LDAP_ROOT = tlv(
  0x30,
  small(1),
  tlv(
    0x63,
    tlv(0x04),
    ...[tlv(0x0a, "\0"), tlv(0x0a, "\0"), small(1), small(5), tlv(0x01, "\0")],
    tlv(0x87, "objectClass"),
    tlv(0x30, tlv(0x04, "namingContexts")),
  ),
);

const principal = (type: number, ...names: readonly string[]): Buffer =>
  tlv(0x30, tlv(0xa0, small(type)), tlv(0xa1, tlv(0x30, ...names.map((name) => tlv(0x1b, name)))));

/** AS-REQ of Kerberos 5 (RFC 4120, 5.4.1) for a name and a realm that do not exist; every KDC answers with an error. */
export const AS_REQ = tlv(
  0x6a,
  tlv(
    0x30,
    tlv(0xa1, small(5)),
    tlv(0xa2, small(10)),
    tlv(
      0xa4,
      tlv(
        0x30,
        tlv(0xa0, tlv(0x03, "\0\0\0\0\0")),
        tlv(0xa1, principal(1, "palisade-probe")),
        tlv(0xa2, tlv(0x1b, "PROBE.INVALID")),
        tlv(0xa3, principal(2, "krbtgt", "PROBE.INVALID")),
        tlv(0xa5, tlv(0x18, "20370101000000Z")),
        tlv(0xa7, small(77)),
        tlv(0xa8, tlv(0x30, small(18))),
      ),
    ),
  ),
);

/** A message behind its own length. */
export const lengthFirst = (message: Buffer, lengthBytes: 2 | 4): Buffer => {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(message.length, 0, lengthBytes);
  return Buffer.concat([length, message]);
};

/** A request line of git (pkt-line): its length in four hex digits, which count themselves. */
export const gitLine = (line: string): Buffer => latin1((line.length + 4).toString(16).padStart(4, "0") + line);
