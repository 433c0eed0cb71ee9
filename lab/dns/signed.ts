import { createHash } from "node:crypto";
import type { Answer } from "dns-packet";
import { TTL } from "./records.ts";

/** ECDSA P-256 with SHA-256, and the digest SHA-256 (IANA). */
const ALGORITHM = 13;
const SHA_256 = 2;
/** Zone key and secure entry point (RFC 4034, 2.1.1). */
const KEY_FLAGS = 257;
/** 2080-01-01 and 2020-01-01, seconds since 1970; beyond 68 years from now a date would count as past (RFC 4034, 3.1.5). */
const FAR_FUTURE = 3_471_292_800;
const PAST = 1_577_836_800;

/** How a zone is signed. `wrong_ds`: the zone above names a key that the zone does not have. */
export type Signing = "none" | "sound" | "wrong_ds" | "expired";

/** A key of the right form. Nobody in the lab computes signatures, so that it need be no real one. */
const keyOf = (zone: string): Buffer => createHash("sha512").update(zone).digest();

const keyData = (key: Buffer): Buffer =>
  Buffer.concat([Buffer.from([KEY_FLAGS >> 8, KEY_FLAGS & 0xff, 3, ALGORITHM]), key]);

/** RFC 4034, appendix B. */
function keyTag(data: Buffer): number {
  let sum = 0;
  for (const [index, byte] of data.entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

const wireName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ]);

/** What the zone above says of a zone's key. */
export function dsRecords(zone: string, signing: Signing): readonly Answer[] {
  if (signing === "none") return [];
  const data = keyData(keyOf(signing === "wrong_ds" ? `a former key of ${zone}` : zone));
  const digest = createHash("sha256").update(wireName(zone)).update(data).digest();
  const ds = { keyTag: keyTag(data), algorithm: ALGORITHM, digestType: SHA_256, digest };
  return [{ type: "DS", name: zone, ttl: TTL, data: ds }];
}

/** Key of a zone, and signatures of what stands at its top. */
export function signatureRecords(zone: string, signing: Signing): readonly Answer[] {
  if (signing === "none") return [];
  const key = keyOf(zone);
  const expiration = signing === "expired" ? PAST + 1_209_600 : FAR_FUTURE;
  const signature = (typeCovered: string): Answer => ({
    type: "RRSIG",
    name: zone,
    ttl: TTL,
    data: {
      typeCovered,
      algorithm: ALGORITHM,
      labels: zone.split(".").length,
      originalTTL: TTL,
      expiration,
      inception: PAST,
      keyTag: keyTag(keyData(key)),
      signersName: zone,
      signature: createHash("sha512").update(`${zone} ${typeCovered}`).digest(),
    },
  });
  return [
    { type: "DNSKEY", name: zone, ttl: TTL, data: { flags: KEY_FLAGS, algorithm: ALGORITHM, key } },
    signature("DNSKEY"),
    signature("SOA"),
  ];
}
