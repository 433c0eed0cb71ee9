import type { Json } from "../../../domain/json.ts";
import type { HttpResponse } from "../../../net/net.ts";
import { isRecord, parseJson } from "../shared/json.ts";

const COMMENT = /\/[/*][#@]\s?sourceMappingURL=([^\s'"*]{1,500})\s*(?:\*\/)?\s*$/;
/** The comment is on the last line. */
const TAIL = 1000;

/** Address of a script's source map as its header or last line names it (ECMA-426, 11), null when none or in the script itself. */
export function mapAddress(response: HttpResponse, text: string): string | null {
  const named =
    response.header("sourcemap") ?? response.header("x-sourcemap") ?? COMMENT.exec(text.slice(-TAIL))?.[1] ?? null;
  return named === null || named.startsWith("data:") || !URL.canParse(named, response.url)
    ? null
    : new URL(named, response.url).href;
}

/** What a source map says of itself, null when the text is none. Its beginning is enough where it is long. */
export function readMap(text: string, truncated: boolean): Readonly<Record<string, Json>> | null {
  const plain = text.replace(/^\)\]\}'[^\n]{0,100}\n/, "");
  if (truncated) {
    const head = plain.slice(0, 4000);
    return /^\s*\{/.test(head) && /"version"\s*:\s*3\b/.test(head) && /"(?:sources|mappings|sections)"\s*:/.test(head)
      ? { format: "version 3" }
      : null;
  }
  const json = parseJson(plain);
  if (!isRecord(json) || json.version !== 3 || typeof json.mappings !== "string" || !Array.isArray(json.sources))
    return null;
  const sources = json.sources.filter((source) => typeof source === "string");
  return sources.length === 0
    ? null
    : {
        format: "version 3",
        sources: sources.length,
        with_content:
          Array.isArray(json.sourcesContent) &&
          json.sourcesContent.some((each) => typeof each === "string" && each !== ""),
      };
}
