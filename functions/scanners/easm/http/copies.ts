import type { HttpResponse } from "../../../net/net.ts";
import type { ScanTools } from "../../scanner.ts";
import { answerOrNull } from "../shared/failures.ts";
import { sha256 } from "../shared/redact.ts";

const PROBE_LENGTH = 16;

/**
 * Drops names that exist only by a DNS wildcard and serve the very same content as another name of the service: they
 * are one application under endless names. Of a group of nothing but such names the first stays. Names with a record
 * of their own always stay.
 */
export async function withoutWildcardCopies<V extends { readonly name: string; readonly response: HttpResponse }>(
  visits: readonly V[],
  ip: string,
  { net, token }: Pick<ScanTools, "net" | "token">,
): Promise<readonly V[]> {
  const wildcards = new Map<string, Promise<boolean>>();
  const isWildcardName = (name: string): Promise<boolean> => {
    const parent = name.slice(name.indexOf(".") + 1);
    const known =
      wildcards.get(parent) ??
      answerOrNull(net.dns.addresses(`${token(PROBE_LENGTH)}.${parent}`)).then((found) => found?.includes(ip) ?? false);
    wildcards.set(parent, known);
    return known;
  };

  const kept: V[] = [];
  for (const group of Map.groupBy(visits, ({ response }) => `${response.status} ${sha256(response.body)}`).values()) {
    if (group.length === 1) {
      kept.push(...group);
      continue;
    }
    const own: V[] = [];
    for (const visit of group) if (!(await isWildcardName(visit.name))) own.push(visit);
    kept.push(...(own.length > 0 ? own : group.slice(0, 1)));
  }
  return kept.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
