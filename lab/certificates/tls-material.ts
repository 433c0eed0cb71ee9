import { getDiffieHellman } from "node:crypto";

/** An element of DER. */
const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const hex = (digits: string): Buffer => Buffer.from(digits, "hex");
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

/** Diffie-Hellman parameters as PEM: group 2 of RFC 2409 (1024 bits) or group 14 of RFC 3526 (2048 bits). */
export function dhParameters(bits: 1024 | 2048): string {
  const group = getDiffieHellman(bits === 1024 ? "modp2" : "modp14");
  const parameters = sequence(der(0x02, Buffer.of(0), group.getPrime()), der(0x02, group.getGenerator()));
  return `-----BEGIN DH PARAMETERS-----\n${parameters.toString("base64").replace(/(.{64})/g, "$1\n")}\n-----END DH PARAMETERS-----\n`;
}

const SHA1 = sequence(hex("06052b0e03021a"), hex("0500"));
const BASIC_RESPONSE = hex("06092b0601050507300101");
const ECDSA_SHA256 = sequence(hex("06082a8648ce3d040302"));

/** An OCSP response (RFC 6960, 4.2.1) for the certificate of a serial number, hex. Nobody signed it. */
export function ocspResponse(serialNumber: string, state: "good" | "revoked"): Buffer {
  const digits = serialNumber.length % 2 === 0 ? serialNumber : `0${serialNumber}`;
  const certificate = sequence(
    SHA1,
    der(0x04, Buffer.alloc(20, 1)),
    der(0x04, Buffer.alloc(20, 2)),
    der(0x02, hex(digits)),
  );
  const status = state === "good" ? der(0x80) : der(0xa1, time("20260101000000Z"));
  const single = sequence(certificate, status, time("20260102000000Z"));
  const data = sequence(der(0xa2, der(0x04, Buffer.alloc(20, 3))), time("20260102000000Z"), sequence(single));
  const basic = sequence(data, ECDSA_SHA256, der(0x03, Buffer.of(0), Buffer.alloc(70, 4)));
  return sequence(der(0x0a, Buffer.of(0)), der(0xa0, sequence(BASIC_RESPONSE, der(0x04, basic))));
}
