import { hasExpired, isSuppressible, matchedValue, type SuppressionRule } from "../domain/suppression.ts";
import type { SuppressMatch } from "../domain/vocabulary.ts";
import type { CurrentRow } from "../store/finding-index.ts";

/** A rule in the form of GET /org/suppressions. */
export const suppressionView = (rule: SuppressionRule, now: Date) => ({
  id: rule.id,
  match: rule.match,
  value: rule.value,
  status: rule.status,
  hits: rule.hits,
  note: rule.note ?? null,
  actor: rule.actor,
  finding_id: rule.finding_id,
  created_at: rule.created_at,
  expires_at: rule.expires_at ?? null,
  expired: hasExpired(rule, now),
});

const FINDINGS_SHOWN_MAX = 100;

/** What a rule would suppress among the findings of an org, in the form of POST /org/suppressions/preview. */
export function previewView(
  match: SuppressMatch,
  value: string,
  rule: SuppressionRule | null,
  findings: readonly CurrentRow[],
  now: Date,
) {
  const matching = findings.filter((finding) => matchedValue(finding, match) === value);
  const touched = matching.filter(({ status }) => isSuppressible(status));
  const byStatus = Map.groupBy(matching, ({ status }) => status);
  return {
    match,
    value,
    rule: rule && suppressionView(rule, now),
    matching: matching.length,
    touched: touched.length,
    by_status: Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length])),
    findings: touched.slice(0, FINDINGS_SHOWN_MAX).map(touchedFindingView),
  };
}

const touchedFindingView = (finding: CurrentRow) => ({
  finding_id: finding.id,
  title: finding.title,
  asset: finding.asset ?? null,
  module: finding.module,
  severity: finding.severity,
  status: finding.status,
});
