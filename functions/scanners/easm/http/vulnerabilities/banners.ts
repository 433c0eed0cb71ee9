import type { ShownVersion } from "./match.ts";

/** How services name themselves in their first words (RFC 4253 4.2, RFC 959, RFC 5321 4.2, and what the products send). */
const BANNERS: readonly (readonly [product: string, pattern: RegExp])[] = [
  // The release for OpenBSD alone has no `p`, and its weaknesses are others.
  ["OpenSSH", /^SSH-\d\.\d{1,2}-OpenSSH_(\d{1,2}\.\d{1,2}p\d)\b/],
  ["ProFTPD", /^220[ -][^\n]{0,60}ProFTPD (\d\.\d\.\d{1,2}[a-z]?)\b/],
  ["vsftpd", /^220[ -]\(?vsFTPd (\d\.\d\.\d)\)?/i],
  ["Exim", /^220[ -][^\n]{1,200} ESMTP Exim (\d\.\d{1,3}(?:\.\d{1,3})?)\b/],
];

/** The product and version that a service's banner names, null when none that is known here. */
export function bannerVersion(banner: string): ShownVersion | null {
  for (const [product, pattern] of BANNERS) {
    const version = pattern.exec(banner)?.[1];
    if (version !== undefined) return { product, version, shownBy: banner, isPackaged: true };
  }
  return null;
}
