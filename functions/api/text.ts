import * as z from "zod";
import type { Reply } from "./endpoint.ts";

/** A text that is answered as it is. */
export interface TextFile {
  readonly text: string;
  readonly etag: string;
}

/** Headers of an endpoint that answers with a text. */
export const conditional = z.object({
  "If-None-Match": z.string().optional().meta({ description: "ETag of the answer that the caller has" }),
});

/** The text with its entity tag, or 304 without it when the caller has it already. */
export function textReply(
  { text, etag }: TextFile,
  caller: z.infer<typeof conditional>,
  headers: Readonly<Record<string, string>>,
): Reply {
  // Caches between here and the caller must not hand a compressed answer to one who cannot read it.
  const all = { ...headers, ETag: etag, Vary: "Accept-Encoding" };
  return isKnown(etag, caller["If-None-Match"]) ? { status: 304, headers: all } : { status: 200, headers: all, text };
}

/** A page of HTML that may load scripts, styles and pictures of this host, and nothing from anywhere else. */
export const pageReply = (
  file: TextFile,
  caller: z.infer<typeof conditional>,
  policy: Readonly<Record<string, string>> = {},
): Reply =>
  textReply(file, caller, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": Object.entries({ ...PAGE_POLICY, ...policy })
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join("; "),
    "Referrer-Policy": "no-referrer",
  });

const PAGE_POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Weak comparison, RFC 9110, 13.1.2. */
const isKnown = (etag: string, ifNoneMatch = ""): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));

const opaque = (etag: string): string => etag.trim().replace(/^W\//, "");
