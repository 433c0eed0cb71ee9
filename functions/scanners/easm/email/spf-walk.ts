import type { DnsAnswer, DnsType } from "../../../net/net.ts";
import { dataOf } from "../dns/answers.ts";
import { isSpf, parseSpf, type SpfDirective, type SpfQualifier, type SpfRecord } from "./spf-record.ts";

/** Terms that cost receivers a DNS query, and such queries without an answer, that an evaluation may have (RFC 7208 section 4.6.4). */
export const SPF_LOOKUPS_MAX = 10;
export const SPF_VOID_LOOKUPS_MAX = 2;

/** Lookups after which the walk stops: the verdict is certain, and a hostile record must not keep the scanner busy. */
const WALK_LOOKUPS_MAX = 25;
/** Shortest prefix that can be a sender's own: nobody was ever given more than a 256th of the address space. */
const OWN_PREFIX_BITS_MIN = 8;
const MACRO = "%";

/** What an SPF record and all records that it refers to amount to. */
export interface SpfAssessment {
  /** Terms that cost a query, over all records. Not counted further than 25. */
  readonly lookups: number;
  readonly voidLookups: number;
  /** Domain whose record is reached from itself, null when there is none. */
  readonly loop: string | null;
  /**
   * What receivers do with senders that nothing else matches: `?` (neutral) when the record does not say, null when it
   * leaves that to a record that cannot be read.
   */
  readonly fallback: SpfQualifier | null;
  /** The term by which every sender passes, and the domain whose record has it; null when there is none. */
  readonly passesAll: { readonly domain: string; readonly term: string } | null;
  /** Why receivers ignore the record, one line each. */
  readonly errors: readonly string[];
  /** Domains whose records were read, in order. */
  readonly visited: readonly string[];
}

/** Asks DNS; null when no answer settles the question, which then counts neither way. */
export type SpfQuestion = (name: string, type: DnsType) => Promise<DnsAnswer | null>;

interface Walk {
  readonly ask: SpfQuestion;
  readonly errors: string[];
  readonly visited: string[];
  lookups: number;
  voidLookups: number;
  loop: string | null;
}

type Verdict = Pick<SpfAssessment, "fallback" | "passesAll">;

/**
 * Follows a record through its includes and its redirect and counts what a receiver would look up in the worst case,
 * where no earlier term matches. Names with macros depend on the message: they are counted, but not asked for.
 */
export async function assessSpf(domain: string, text: string, ask: SpfQuestion): Promise<SpfAssessment> {
  const walk: Walk = { ask, errors: [], visited: [], lookups: 0, voidLookups: 0, loop: null };
  const verdict = await walkRecord(walk, domain, parseSpf(text), [domain]);
  const { errors, visited, lookups, voidLookups, loop } = walk;
  return { ...verdict, errors, visited, lookups, voidLookups, loop };
}

async function walkRecord(walk: Walk, domain: string, record: SpfRecord, path: readonly string[]): Promise<Verdict> {
  walk.visited.push(domain);
  walk.errors.push(...record.errors.map((error) => `${domain}: ${error}`));
  let passesAll: Verdict["passesAll"] = null;
  for (const directive of record.directives) {
    if (directive.mechanism === "all") {
      // Terms after `all` are never reached, and it makes a redirect void (RFC 7208 sections 5.1 and 6.1).
      if (directive.qualifier === "+") passesAll ??= { domain, term: "+all" };
      return { fallback: directive.qualifier, passesAll };
    }
    const everyone = await walkDirective(walk, domain, directive, path);
    if (directive.qualifier === "+") passesAll ??= everyone;
  }
  if (record.redirect === null) return { fallback: "?", passesAll };
  const target = await walkReference(walk, domain, "redirect", record.redirect, path);
  return { fallback: target?.fallback ?? null, passesAll: passesAll ?? target?.passesAll ?? null };
}

/** Counts a directive; returns the term by which it matches every sender, null when it does not. */
async function walkDirective(
  walk: Walk,
  domain: string,
  directive: SpfDirective,
  path: readonly string[],
): Promise<Verdict["passesAll"]> {
  const name = directive.domain ?? domain;
  switch (directive.mechanism) {
    case "ip4":
    case "ip6": {
      const { network } = directive;
      if (network === null || network.bits >= OWN_PREFIX_BITS_MIN) return null;
      return { domain, term: `${directive.mechanism}:${network.address}/${network.bits}` };
    }
    case "include":
      return (await walkReference(walk, domain, "include", name, path))?.passesAll ?? null;
    case "a":
      await countLookup(walk, name, ["A", "AAAA"]);
      return null;
    case "exists":
      await countLookup(walk, name, ["A"]);
      return null;
    case "mx":
      await countLookup(walk, name, ["MX"]);
      return null;
    case "ptr":
      walk.lookups += 1;
      return null;
    case "all":
      return null;
    default:
      return directive.mechanism satisfies never;
  }
}

async function countLookup(walk: Walk, name: string, types: readonly DnsType[]): Promise<void> {
  walk.lookups += 1;
  if (walk.lookups > WALK_LOOKUPS_MAX || name.includes(MACRO)) return;
  const answers = await Promise.all(types.map((type) => walk.ask(name, type)));
  const isVoid = answers.every((answer, index) => answer !== null && dataOf(answer, types[index] ?? "A").length === 0);
  if (isVoid) walk.voidLookups += 1;
}

async function walkReference(
  walk: Walk,
  from: string,
  term: "include" | "redirect",
  name: string,
  path: readonly string[],
): Promise<Verdict | null> {
  walk.lookups += 1;
  if (walk.lookups > WALK_LOOKUPS_MAX || name.includes(MACRO)) return null;
  if (path.includes(name)) {
    walk.loop ??= name;
    return null;
  }
  const answer = await walk.ask(name, "TXT");
  if (answer === null) return null;
  const texts = dataOf(answer, "TXT");
  if (texts.length === 0) walk.voidLookups += 1;
  const records = texts.filter(isSpf);
  const [record] = records;
  if (record === undefined || records.length > 1) {
    const count = records.length === 0 ? "no SPF record" : `${records.length} SPF records`;
    walk.errors.push(`${from}: ${term} of ${name}, which has ${count}`);
    return null;
  }
  return walkRecord(walk, name, parseSpf(record), [...path, name]);
}
