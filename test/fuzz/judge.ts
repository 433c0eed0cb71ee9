import type { RawAnswer, RawRequest } from "../support/sweep-http.ts";
import type { Sweep } from "../support/sweep-routes.ts";

/** What is wrong with an answer, whatever was asked. */

const HEADER_BYTES_MAX = 10_240;

/** Throws an Error when the service must not answer like that. */
export function judge(sweep: Sweep, sent: RawRequest, answer: RawAnswer): void {
  const { status, headers, text } = answer;
  if (status === 500 || status === 502) throw new Error(`a fault of the service: ${text}`);
  if (sent.method === "HEAD") {
    judgeHead(answer);
    return;
  }
  if (status >= 400) judgeError(answer);
  const front = answersOfTheFront(sent);
  if (front.length > 0) {
    if (!front.includes(status)) throw new Error(`expected ${front.join(" or ")}, got ${status} ${text.slice(0, 300)}`);
    return;
  }
  sweep.contract.check({ method: sent.method, path: canonical(sent.path), status, headers, text });
}

/** An error is `{detail}`, except for the cooldown of scans. */
function judgeError({ json, text }: RawAnswer): void {
  const fields = typeof json === "object" && json !== null ? Object.keys(json).join() : "";
  if (fields === "error,module,next_scan_allowed_at") return;
  const isDetail = fields === "detail" && typeof (json as { readonly detail: unknown }).detail === "string";
  if (!isDetail) throw new Error(`an error without {detail}: ${text.slice(0, 300)}`);
}

function judgeHead({ status, text }: RawAnswer): void {
  if (text !== "" || ![404, 405, 413, 431].includes(status))
    throw new Error(`HEAD was answered ${status} ${text.slice(0, 300)}`);
}

/** Statuses with which the HTTP front itself refuses what no handler gets to see; none when one does. */
function answersOfTheFront(sent: RawRequest): readonly number[] {
  if (isTooLarge(sent)) return [431];
  const [plain = ""] = sent.path.split("?");
  return decoded(plain) === null ? [404] : [];
}

/** Does a request have more header bytes than the front reads? */
export function isTooLarge({ path, headers }: RawRequest): boolean {
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, path.length);
  return bytes > HEADER_BYTES_MAX;
}

/** A path as a caller would write it: its escapes undone and made again. */
function canonical(path: string): string {
  const [plain = ""] = path.split("?");
  return plain
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
