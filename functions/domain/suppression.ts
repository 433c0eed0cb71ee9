import { derivedId } from "./ids.ts";
import { type SuppressedStatus, type SuppressMatch, suppressMatches } from "./vocabulary.ts";

/** A customer's word about every finding, also of scans to come, that is like one that was answered. */
export interface SuppressionRule {
  /** Follows from org, match and value, so that the same rule is stored once and found without a search. */
  readonly id: string;
  readonly org_id: string;
  readonly match: SuppressMatch;
  readonly value: string;
  readonly status: SuppressedStatus;
  /** The finding whose answer made the rule, or made it anew. */
  readonly finding_id: string;
  readonly note?: string;
  readonly actor: string;
  readonly active: boolean;
  readonly created_at: string;
  /** Findings that it has suppressed. */
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

/** Keys of the rules, at most four, that could suppress a finding: all that need be read to know. */
export const ruleKeysOf = (orgId: string, finding: Suppressible): { readonly org_id: string; readonly id: string }[] =>
  suppressMatches.flatMap((match) => {
    const value = matchedValue(finding, match);
    return value === undefined ? [] : [{ org_id: orgId, id: ruleId(orgId, match, value) }];
  });

/** The rule that suppresses a finding, among any rules of its org; undefined when none does. */
export function suppressionFor<R extends Pick<SuppressionRule, "match" | "value" | "active">>(
  finding: Suppressible,
  rules: readonly R[],
): R | undefined {
  const matching = rules.filter((rule) => rule.active && rule.value === matchedValue(finding, rule.match));
  for (const match of narrowestFirst) {
    const rule = matching.find((one) => one.match === match);
    if (rule) return rule;
  }
  return undefined;
}
