import { requiredHeaders } from "./authenticate.ts";
import { headerValues } from "./headers.ts";
import type { Request } from "./request.ts";

/** Nobody needs more; who sends more is after something else. */
const SECRETS_MAX = 32;

/**
 * What a request carries that nobody but its sender may know, whether or not it is right: its keys, and credentials that
 * clients and proxies add.
 */
export function carriedSecrets(request: Pick<Request, "multiValueHeaders">): readonly string[] {
  const keys = requiredHeaders.org.flatMap((name) => headerValues(request, name));
  const others = ["Authorization", "Proxy-Authorization", "Cookie"].flatMap((name) => headerValues(request, name));
  return [...keys, ...others, ...others.flatMap(partsOf)].slice(0, SECRETS_MAX);
}

/** The token behind a scheme, and cookies with and without their names. */
const partsOf = (value: string): readonly string[] =>
  value.split(/[ ;]+/, SECRETS_MAX).flatMap((part) => [part, part.slice(part.indexOf("=") + 1)]);
