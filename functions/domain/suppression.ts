import { unprocessable } from "./errors.ts";
import { derivedId } from "./ids.ts";
import type { FindingStatus, SuppressedStatus, SuppressMatch } from "./vocabulary.ts";

/** A customer's word about every finding, also of scans to come, that is like one that was answered. */
export interface SuppressionRule {
  /** Follows from org, match and value, so that the same rule is stored once and found without a search. */
  readonly id: string;
  readonly org_id: string;
  /** Names the time from its making to its removal: what it suppressed before that was removed is no longer its own. */
  readonly life: string;
  readonly match: SuppressMatch;
  readonly value: string;
  readonly status: SuppressedStatus;
  /** The finding whose answer made the rule, or made it anew. */
  readonly finding_id: string;
  readonly note?: string;
  readonly actor: string;
  readonly created_at: string;
  /** From then on it does not hold, ISO 8601. */
  readonly expires_at?: string;
  /** Findings that it has suppressed since it was made, or made anew. */
  readonly hits: number;
}

/** What rules compare of a finding. */
export interface Suppressible {
  readonly template_id: string;
  readonly title: string;
  readonly category?: string | undefined;
  readonly cve_id?: string | undefined;
}

/** Which of several rules that match decides: the one that says most about the finding. */
const narrowestFirst = ["cve", "template_id", "title", "category"] as const satisfies readonly SuppressMatch[];

/** How far ahead a rule may end. */
const YEARS_AHEAD_MAX = 5;

/** Id of the rule that suppresses what has this value. */
export const ruleId = (orgId: string, match: SuppressMatch, value: string): string =>
  derivedId("suppression", orgId, match, value);

/** What a rule of this kind compares of the finding; undefined when the finding has no such thing. */
export function matchedValue(finding: Suppressible, match: SuppressMatch): string | undefined {
  switch (match) {
    case "template_id":
      return finding.template_id;
    case "cve":
      return finding.cve_id;
    case "category":
      return finding.category;
    case "title":
      return finding.title;
    default:
      return match satisfies never;
  }
}

/** What a rule by the finding compares. Throws 422 when the finding has no such thing. */
export function valueToMatch(finding: Suppressible, match: SuppressMatch): string {
  const value = matchedValue(finding, match);
  if (value === undefined) throw unprocessable(`suppress_match: the finding has no ${match} to match`);
  return value;
}

/** When a rule is to end, as it is stored. Throws 422 for a time that is not ahead, or too far. */
export function expiryFrom(asked: string, now: Date): string {
  const expiry = new Date(asked);
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + YEARS_AHEAD_MAX);
  if (expiry <= now) throw unprocessable("expires_at: must be in the future");
  if (expiry > latest) throw unprocessable(`expires_at: must be at most ${YEARS_AHEAD_MAX} years ahead`);
  return expiry.toISOString();
}

/** Is its time over, whether it has been taken back since or not? */
export const hasExpired = ({ expires_at }: Pick<SuppressionRule, "expires_at">, now: Date): boolean =>
  expires_at !== undefined && expires_at <= now.toISOString();

type Matching = Pick<SuppressionRule, "match" | "value" | "expires_at">;

/** Those of an org's rules that hold, in the form in which `suppressionFor` finds them. */
export const rulesByKey = <R extends Matching>(rules: readonly R[], now: Date): ReadonlyMap<string, R> =>
  new Map(rules.filter((rule) => !hasExpired(rule, now)).map((rule) => [keyOf(rule.match, rule.value), rule] as const));

/** The rule that suppresses a finding, among those of `rulesByKey`; undefined when none does. */
export function suppressionFor<R>(finding: Suppressible, rules: ReadonlyMap<string, R>): R | undefined {
  for (const match of narrowestFirst) {
    const value = matchedValue(finding, match);
    const rule = value === undefined ? undefined : rules.get(keyOf(match, value));
    if (rule) return rule;
  }
  return undefined;
}

const keyOf = (match: SuppressMatch, value: string): string => `${match}:${value}`;

const untouched: ReadonlySet<FindingStatus> = new Set(["new", "reopened", "open", "triaged"]);

/** Does a rule that matches give a finding in this status its own, in the next scan that sees it? */
export const isSuppressible = (status: FindingStatus): boolean => untouched.has(status);
