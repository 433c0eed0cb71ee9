import { unprocessable } from "../domain/errors.ts";
import { holdsKey, keySecret } from "../domain/keys.ts";
import { unescaped } from "../domain/unescaped.ts";
import { requiredHeaders } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { headerValues } from "./headers.ts";
import type { Request } from "./request.ts";
import { namesOf } from "./validate.ts";

/** A master key that is shorter may be a word, which honest texts hold as well. */
const KEY_CHARS_MIN = 20;

/**
 * Throws 422 when there is a key where it does not belong: in the path, the query, the body or a header of the contract.
 * It would be stored there, or shown. A key is what one of the key headers of this request holds, or whatever has the
 * form of a key and the right checksum.
 */
export function refuseStrayKeys(request: Request, { auth, headers }: Pick<Endpoint, "auth" | "headers">): void {
  if (auth === "none") return;
  const own = requiredHeaders.org
    .flatMap((name) => headerValues(request, name))
    .flatMap((value) => [value, unescaped(value), keySecret(value) ?? ""])
    .filter((value) => value.length >= KEY_CHARS_MIN);
  const refuse = (place: string, value: unknown) => {
    for (const text of textsIn(value))
      if (holdsAny(text, own)) throw unprocessable(`${place} holds a key; keys belong in their own headers alone`);
  };
  refuse("The path", request.requestContext?.path ?? request.path);
  refuse("The query", request.multiValueQueryStringParameters);
  for (const name of namesOf(headers)) refuse(`The header ${name}`, headerValues(request, name));
  refuse("The body", request.body);
}

function holdsAny(text: string, own: readonly string[]): boolean {
  if (text.length < KEY_CHARS_MIN) return false;
  const readable = unescaped(text);
  return own.some((key) => text.includes(key) || readable.includes(key)) || holdsKey(readable);
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
