import { TextDecoder } from "node:util";
import type { UserAgentMode } from "../domain/vocabulary.ts";

const BRANDED = "Palisade/0.1 (authorised security scan)";
const CHROME_MAJOR = "142";
const CHROME = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${CHROME_MAJOR}.0.0.0 Safari/537.36`;

/** Content codings that the reader can undo. */
const ACCEPT_ENCODING = "gzip, deflate, br";

const identities: Readonly<Record<UserAgentMode, Readonly<Record<string, string>>>> = {
  default: { "user-agent": BRANDED, accept: "*/*", "accept-encoding": ACCEPT_ENCODING },
  // What Chrome sends for a page that somebody typed in, in its order.
  browser: {
    "sec-ch-ua": `"Chromium";v="${CHROME_MAJOR}", "Google Chrome";v="${CHROME_MAJOR}", "Not_A Brand";v="99"`,
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Windows"',
    "upgrade-insecure-requests": "1",
    "user-agent": CHROME,
    accept:
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "sec-fetch-site": "none",
    "sec-fetch-mode": "navigate",
    "sec-fetch-user": "?1",
    "sec-fetch-dest": "document",
    "accept-encoding": ACCEPT_ENCODING,
    "accept-language": "en-US,en;q=0.9",
  },
};

/** Headers of a request: who we say we are, then what the caller wants, which wins. */
export const requestHeaders = (
  mode: UserAgentMode,
  own: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({ ...identities[mode], ...own });

export type ResponseHeaders = Readonly<Record<string, readonly string[]>>;

/** With `responseHeaders: "raw"` undici hands over names and values in turn, which its types do not say. */
export const rawLines = (headers: unknown): string[] => (Array.isArray(headers) ? headers.map(String) : []);

/** Names and values in turn, as parsed from the wire, by lower-case name. */
export function responseHeaders(raw: readonly string[]): ResponseHeaders {
  // A header may be called `__proto__`; without a prototype it is a name like any other.
  const headers: Record<string, string[]> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const values = headers[name] ?? [];
    values.push(raw[index + 1] ?? "");
    headers[name] = values;
  }
  return headers;
}

/** The content codings of a body, in the order in which they were applied (RFC 9110 8.4). */
export const contentCodings = (headers: ResponseHeaders): string[] =>
  (headers["content-encoding"] ?? [])
    .flatMap((line) => line.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");

/** Text of a body in the charset of its Content-Type; UTF-8 when none is named or the name is unknown. */
export function bodyText(body: Buffer, headers: ResponseHeaders): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers["content-type"]?.[0] ?? "")?.[1] ?? "utf-8";
  return decoderFor(charset).decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // The label is the server's; an unknown one must not cost the body.
    return new TextDecoder();
  }
}
