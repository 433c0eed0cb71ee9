import { unprocessable } from "../domain/errors.ts";
import { holdsKey } from "../domain/keys.ts";
import { unescaped } from "../domain/unescaped.ts";
import { SECRET_CHARS_MIN } from "../log/encodings.ts";
import { type Needle, needleOf, occursIn } from "../log/needle.ts";
import { requiredHeaders } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { headerValues } from "./headers.ts";
import type { Request } from "./request.ts";
import { namesOf } from "./validate.ts";

/**
 * Throws 422 when there is a key where it does not belong: in the path, the query, the body or a header of the contract.
 * It would be stored there, or shown. A key is what one of the key headers of this request holds, or whatever has the
 * form of a key and the right checksum.
 */
export function refuseStrayKeys(request: Request, { auth, headers }: Pick<Endpoint, "auth" | "headers">): void {
  if (auth === "none") return;
  const own = requiredHeaders.org
    .flatMap((name) => headerValues(request, name))
    .filter((value) => value.length >= SECRET_CHARS_MIN)
    .flatMap((value) => [needleOf(value), needleOf(unescaped(value))]);
  const refuse = (place: string, value: unknown) => {
    for (const text of textsIn(value))
      if (isOrHolds(text, own)) throw unprocessable(`${place} holds a key; keys belong in their own headers alone`);
  };
  refuse("The path", request.requestContext?.path ?? request.path);
  refuse("The query", request.multiValueQueryStringParameters);
  for (const name of namesOf(headers)) refuse(`The header ${name}`, headerValues(request, name));
  refuse("The body", request.body);
}

function isOrHolds(text: string, own: readonly Needle[]): boolean {
  const readable = unescaped(text);
  return own.some((key) => occursIn(key, text) || occursIn(key, readable)) || holdsKey(readable);
}

/** Every text in a value, names of fields too. Without recursion, as callers decide how deep a body is. */
function* textsIn(value: unknown): Generator<string> {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") yield one;
    else if (Array.isArray(one)) for (const item of one) open.push(item);
    else if (typeof one === "object" && one !== null)
      for (const [name, item] of Object.entries(one)) open.push(name, item);
  }
}
