import { createHmac } from "node:crypto";

/** Length of a key by the specification of Standard Webhooks. */
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

/** What a signature is made for. */
export interface Signed {
  readonly id: string;
  /** Time of the attempt in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The keys of a signing secret: `whsec_` and 24 to 64 bytes in Base64; while it is rotated the new and the old one, with
 * a space between them. Throws RangeError, which does not repeat the secret, when it is malformed.
 */
export function signingKeys(secret: string): readonly Buffer[] {
  return secret
    .trim()
    .split(/\s+/)
    .map((text) => {
      const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
      const key = Buffer.from(base64, "base64");
      if (key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX) return key;
      throw new RangeError(`not whsec_ and ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes in Base64`);
    });
}

/** The headers of Standard Webhooks, with one signature for each key. */
export const signatureHeaders = (keys: readonly Buffer[], signed: Signed): Readonly<Record<string, string>> => ({
  "webhook-id": signed.id,
  "webhook-timestamp": String(signed.timestamp),
  "webhook-signature": keys.map((key) => signature(key, signed)).join(" "),
});

const signature = (key: Buffer, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
