import type { HttpResponse } from "../../../net/net.ts";
import type { ScanTools } from "../../scanner.ts";
import { answerOrNull } from "../shared/failures.ts";
import { sha256 } from "../shared/redact.ts";

const PROBE_LENGTH = 16;

/** Tells which names lead to the address `ip` by a DNS wildcard, so that they need not exist by themselves; asks once per parent. */
export function wildcardNames(ip: string, { net, token }: Pick<ScanTools, "net" | "token">) {
  const wildcards = new Map<string, Promise<boolean>>();
  return (name: string): Promise<boolean> => {
    const parent = name.slice(name.indexOf(".") + 1);
    const known =
      wildcards.get(parent) ??
      answerOrNull(net.dns.addresses(`${token(PROBE_LENGTH)}.${parent}`)).then((found) => found?.includes(ip) ?? false);
    wildcards.set(parent, known);
    return known;
  };
}

/** What an answer is recognised by among the names of a service. */
export const contentOf = ({ status, body }: HttpResponse): string => `${status} ${sha256(body)}`;

/**
 * Of names that a wildcard makes, those that serve something of their own: the very content of a name with a record
 * (`own`) is one application under endless names, and so is that of an earlier wildcard name.
 */
export function withoutCopies<V extends { readonly response: HttpResponse }>(
  wildcards: readonly V[],
  own: ReadonlySet<string>,
): readonly V[] {
  const seen = new Set(own);
  return wildcards.filter(({ response }) => {
    const content = contentOf(response);
    const isNew = !seen.has(content);
    seen.add(content);
    return isNew;
  });
}
