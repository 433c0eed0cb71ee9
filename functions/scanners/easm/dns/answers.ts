import { type Dns, type DnsAnswer, type DnsType, NetError } from "../../../net/net.ts";

/** True when the answer settles the question: the name exists or it does not. SERVFAIL, REFUSED and others settle nothing. */
export const isConclusive = (answer: DnsAnswer): boolean => answer.rcode === "NOERROR" || answer.rcode === "NXDOMAIN";

/** Distinct data of the answer's records of a type, sorted: name servers rotate them from answer to answer. */
export const dataOf = (answer: DnsAnswer, type: DnsType): readonly string[] =>
  [...new Set(answer.answers.filter((record) => record.type === type).map((record) => record.data))].sort();

/** The names that `name` leads to by CNAME, in order, without `name` itself. A loop ends where it closes. */
export function aliasChain(name: string, answer: DnsAnswer): readonly string[] {
  const targets = new Map(
    answer.answers.filter(({ type }) => type === "CNAME").map((record) => [record.name, record.data] as const),
  );
  const chain: string[] = [];
  let next = targets.get(name);
  while (next !== undefined && next !== name && !chain.includes(next)) {
    chain.push(next);
    next = targets.get(next);
  }
  return chain;
}

/** Asks a question that the judgement rests on. Throws `NetError` when nobody gives an answer that settles it. */
export async function settled(
  dns: Dns,
  name: string,
  type: DnsType,
  options: { readonly dnssec?: boolean } = {},
): Promise<DnsAnswer> {
  const answer = await dns.query(name, type, options);
  if (isConclusive(answer)) return answer;
  throw new NetError("dns_failure", `The question for ${type} of ${name} was answered ${answer.rcode}`);
}

/** Asks a question that the scan can do without: null when no answer settles it. Only the end of the scan passes. */
export const settledOrNull = (
  dns: Dns,
  name: string,
  type: DnsType,
  options: { readonly dnssec?: boolean } = {},
): Promise<DnsAnswer | null> => unlessFailed(settled(dns, name, type, options));

/**
 * The value, or null when the door refused or the other side failed. For questions beside the target itself (a name
 * server, a mail policy host), whose failure must not keep the target from being judged. Only the end of the scan passes.
 */
export async function unlessFailed<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof NetError && error.code !== "aborted") return null;
    throw error;
  }
}
