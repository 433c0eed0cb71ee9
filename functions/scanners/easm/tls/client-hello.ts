import { isAddress } from "../shared/names.ts";

/** Versions that are tried, as they stand on the wire. */
export const legacyVersions = { sslv3: 0x0300, tls10: 0x0301, tls11: 0x0302 } as const;
export type LegacyVersion = keyof typeof legacyVersions;

/** Suites of SSL 3.0 to TLS 1.1: RSA, DHE and ECDHE with AES, Camellia, 3DES, RC4 and SEED, so that any old server finds one. */
const SUITES = [
  0xc00a, 0xc009, 0xc014, 0xc013, 0xc008, 0xc012, 0xc007, 0xc011, 0x0039, 0x0038, 0x0033, 0x0032, 0x0035, 0x002f,
  0x0088, 0x0087, 0x0045, 0x0044, 0x0084, 0x0041, 0x0016, 0x0013, 0x000a, 0x0005, 0x0004, 0x0096, 0x00ff,
];

/** What newer clients say of the signatures that they check (RFC 5246, 7.4.1.4.1): RSA, DSA and ECDSA, any hash. */
const SIGNATURES = [
  0x0804, 0x0401, 0x0403, 0x0501, 0x0503, 0x0601, 0x0603, 0x0301, 0x0303, 0x0201, 0x0203, 0x0202, 0x0402,
];

/** A ClientHello of TLS 1.2 that offers the given suites and no others; a server may answer with an older version. */
export function suitesHello(suites: readonly number[], host: string, random: Uint8Array): Buffer {
  const signatures = extension(13, sized16(Buffer.concat(SIGNATURES.map(uint16))));
  return hello({ wire: 0x0303, random, suites: [...suites, RENEGOTIATION_INFO] }, [...extensionsFor(host), signatures]);
}

/** Not a suite but a sign (RFC 5746, 3.3), which some servers insist on. */
const RENEGOTIATION_INFO = 0x00ff;

/** Version and suite of a ServerHello, null when the bytes are none. */
export function serverHelloOf(answer: Buffer): { readonly version: number; readonly suite: number } | null {
  if (answer.length < 44 || answer[0] !== 0x16 || answer[1] !== 3 || answer[5] !== 2) return null;
  const at = 44 + (answer[43] ?? 0);
  return at + 2 > answer.length ? null : { version: answer.readUInt16BE(9), suite: answer.readUInt16BE(at) };
}

/**
 * A ClientHello that offers one version and nothing newer (RFC 6101 for SSL 3.0, RFC 2246 and 4346 for TLS 1.0 and 1.1),
 * in one record. `random` is 32 bytes. Server name and curves are sent except in SSL 3.0, which knows no extensions.
 */
export function clientHello(version: LegacyVersion, host: string, random: Uint8Array): Buffer {
  const wire = legacyVersions[version];
  return hello({ wire, random, suites: SUITES }, version === "sslv3" ? null : extensionsFor(host));
}

interface Offer {
  /** Highest version, as it stands on the wire. */
  readonly wire: number;
  readonly random: Uint8Array;
  readonly suites: readonly number[];
}

function hello({ wire, random, suites }: Offer, extensions: readonly Buffer[] | null): Buffer {
  const further = extensions === null ? Buffer.alloc(0) : sized16(Buffer.concat(extensions));
  const offered = sized16(Buffer.concat(suites.map(uint16)));
  const body = Buffer.concat([uint16(wire), random, Buffer.of(0), offered, Buffer.of(1, 0), further]);
  const handshake = Buffer.concat([Buffer.of(1, 0), uint16(body.length), body]);
  return Buffer.concat([Buffer.of(0x16), uint16(Math.min(wire, 0x0301)), sized16(handshake)]);
}

/**
 * True when the bytes are a ServerHello that settles on exactly the offered version. Alerts, answers of another version
 * and an echo of the ClientHello are not.
 */
export function accepts(version: LegacyVersion, answer: Buffer): boolean {
  if (answer.length < 11 + 32 || answer[0] !== 0x16 || answer[1] !== 3) return false;
  return answer[5] === 2 && answer.readUInt16BE(9) === legacyVersions[version];
}

function extensionsFor(host: string): readonly Buffer[] {
  const name = Buffer.from(host, "latin1");
  const serverName = extension(0, sized16(Buffer.concat([Buffer.of(0), sized16(name)])));
  const groups = extension(10, sized16(Buffer.concat([0x0017, 0x0018, 0x0019].map(uint16))));
  const pointFormats = extension(11, Buffer.of(1, 0));
  return isAddress(host) ? [groups, pointFormats] : [serverName, groups, pointFormats];
}

const extension = (type: number, data: Buffer): Buffer => Buffer.concat([uint16(type), sized16(data)]);

const sized16 = (data: Buffer): Buffer => Buffer.concat([uint16(data.length), data]);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
