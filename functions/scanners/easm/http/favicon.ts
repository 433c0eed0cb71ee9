import type { Net } from "../../../net/net.ts";
import { answerOrNull } from "../shared/failures.ts";
import type { PageFacts } from "../shared/html.ts";
import { isSuccess, looksLikeHtml } from "../shared/page.ts";

const ICON_BYTES_MAX = 131_072;
const TIMEOUT_MS = 6000;
const LINE = 76;

/**
 * Hash of an application's icon by which the same product is found on other hosts: MurmurHash3 (32 bit, signed) of its
 * base64 text in lines of 76 characters. Asks once, for the icon that the page names in its own origin or `/favicon.ico`.
 * Null when there is none.
 */
export async function faviconHash(net: Net, origin: string, page: PageFacts, ip: string): Promise<number | null> {
  const named = page.icon !== null && URL.canParse(page.icon, `${origin}/`) ? new URL(page.icon, `${origin}/`) : null;
  const url = named?.origin === origin ? named.href : `${origin}/favicon.ico`;
  const answer = await answerOrNull(net.http.request(url, { bytesMax: ICON_BYTES_MAX, timeoutMs: TIMEOUT_MS, ip }));
  if (answer === null || !isSuccess(answer) || answer.truncated || answer.body.length === 0) return null;
  // Servers that give one page for every path have no icon there.
  return looksLikeHtml(answer.body.toString("latin1", 0, 4096)) ? null : iconHash(answer.body);
}

/** The hash of an icon's bytes. */
export const iconHash = (icon: Uint8Array): number =>
  murmur3(
    Buffer.from(
      `${(
        Buffer.from(icon)
          .toString("base64")
          .match(new RegExp(`.{1,${LINE}}`, "g")) ?? []
      ).join("\n")}\n`,
    ),
  );

/** MurmurHash3_x86_32 with seed 0, as a signed number (Austin Appleby's published algorithm). */
export function murmur3(data: Uint8Array): number {
  const bytes = Buffer.from(data);
  let hash = 0;
  const mix = (block: number): number => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) {
    hash = (Math.imul(rotated(hash ^ mix(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let at = bytes.length - 1; at >= whole; at--) tail = (tail << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= mix(tail);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
