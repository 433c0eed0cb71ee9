import { ruleId, type Suppressible, valueToMatch } from "./suppression.ts";
import {
  type FeedbackStatus,
  type FindingStatus,
  type SuppressedStatus,
  type SuppressMatch,
  suppressedStatuses,
} from "./vocabulary.ts";

/** A customer's answer to a finding. */
export interface Feedback {
  readonly status: FeedbackStatus;
  readonly note?: string | undefined;
  /** Who among the customer's people says so. */
  readonly actor?: string | undefined;
  readonly suppress_similar?: boolean | undefined;
  readonly suppress_match?: SuppressMatch | undefined;
  /** When the rule ends, as `expiryFrom` gives it; left out, it has no end. */
  readonly expires_at?: string | undefined;
}

/** What the answer asks to suppress, and as what. */
export interface RuleAsked {
  readonly id: string;
  readonly match: SuppressMatch;
  readonly value: string;
  readonly status: SuppressedStatus;
}

const suppressed: ReadonlySet<FindingStatus> = new Set(suppressedStatuses);

/** Is nobody to act on it although it is there? */
export const isSuppressed = (status: FindingStatus): status is SuppressedStatus => suppressed.has(status);

/**
 * The suppression rule that an answer makes, or null. It compares the template id unless the answer names something else.
 * Throws 422 when the finding has no value to compare.
 */
export function ruleAsked(orgId: string, finding: Suppressible, feedback: Feedback): RuleAsked | null {
  const { status, suppress_similar, suppress_match: match = "template_id" } = feedback;
  if (!suppress_similar || !isSuppressed(status)) return null;
  const value = valueToMatch(finding, match);
  return { id: ruleId(orgId, match, value), match, value, status };
}

/**
 * Does the answer take back the rule that an earlier answer to the same finding made? It does when the finding is not
 * suppressed any more, when another rule takes its place, or when it says that the like is not to be suppressed.
 */
export const takesBack = (earlierRuleId: string, feedback: Feedback, asked: RuleAsked | null): boolean =>
  !isSuppressed(feedback.status) ||
  feedback.suppress_similar === false ||
  (asked !== null && asked.id !== earlierRuleId);

/** When a change of status counts as made: changes at once are written in an order of their own, which times must not contradict. */
export const timeOfChange = ({ status_changed_at }: { readonly status_changed_at: string }, now: Date): Date =>
  now.toISOString() > status_changed_at ? now : new Date(status_changed_at);
