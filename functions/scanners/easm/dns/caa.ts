import { getDomain } from "tldts";
import type { Dns } from "../../../net/net.ts";
import { dataOf, settled, settledOrNull } from "./answers.ts";

/** The CAA record set that applies to a domain; `at` is null when there is none up to the root. */
export interface RelevantCaa {
  readonly at: string | null;
  readonly records: readonly string[];
}

/** Names asked at most; a host name has at most 127 labels, real ones far fewer. */
const CLIMB_MAX = 16;

/**
 * Climbs from the domain towards the root to the first name with CAA records (RFC 8659 section 3). Up to the
 * registrable domain a question that is not settled is an error (a certification authority may not issue then either);
 * above it the customer has no say, and silence there counts as no record.
 */
export async function relevantCaa(domain: string, dns: Dns): Promise<RelevantCaa> {
  const registrable = getDomain(domain) ?? domain;
  const labels = domain.split(".");
  const names = labels.map((_, first) => labels.slice(first).join(".")).slice(0, CLIMB_MAX);
  for (const name of names) {
    const isOwn = name.length >= registrable.length;
    const answer = isOwn ? await settled(dns, name, "CAA") : await settledOrNull(dns, name, "CAA");
    const records = answer === null ? [] : dataOf(answer, "CAA");
    if (records.length > 0) return { at: name, records };
  }
  return { at: null, records: [] };
}

/** True when a set names who may issue. Without an issue or issuewild property anybody may (RFC 8659 section 4.2). */
export const restrictsIssuance = (records: readonly string[]): boolean =>
  records.some((record) => /^\d+\s+issue(wild)?\s/i.test(record));
