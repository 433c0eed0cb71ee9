import type { FindingEventRecord } from "../store/finding-history.ts";
import type { CurrentRow } from "../store/finding-index.ts";
import type { ListedGroup } from "../store/finding-lists.ts";

/** A row of a finding's history, in the form of GET /org/findings/{finding_id}/history. */
export const findingEventView = (event: FindingEventRecord) => ({
  id: event.id,
  event: event.event,
  old_status: event.old_status ?? null,
  new_status: event.new_status,
  actor: event.actor,
  note: event.note ?? null,
  created_at: event.created_at,
});

/** Findings that a group shows; it counts them all. A page of many groups shows fewer of each, or it could not be sent. */
const ASSETS_SHOWN_MAX = 100;
const ASSETS_OF_PAGE_MAX = 10_000;

/** Findings that each group of a page of `limit` groups shows. */
export const assetsShown = (limit: number): number =>
  Math.min(ASSETS_SHOWN_MAX, Math.floor(ASSETS_OF_PAGE_MAX / limit));

/** An issue with its first `shown` findings, in the form of GET /org/findings/grouped. */
export const groupView = ({ group, example }: ListedGroup, shown: number) => {
  const [worst] = group.findings;
  return {
    group_key: group.key,
    module: worst.module,
    title: example.title,
    severity: worst.severity,
    category: worst.category ?? null,
    finding_class: worst.finding_class,
    cve_id: worst.cve_id ?? null,
    cwe_id: example.cwe_id ?? null,
    affected_count: group.findings.length,
    status_breakdown: group.status_breakdown,
    affected_assets: group.findings.slice(0, shown).map(affectedAssetView),
    references: example.references,
    remediation_steps: example.remediation_steps,
    first_seen: group.first_seen,
    last_seen: group.last_seen,
  };
};

const affectedAssetView = (finding: CurrentRow) => ({
  asset_id: finding.asset_id ?? null,
  asset: finding.asset ?? null,
  finding_id: finding.id,
  status: finding.status,
  severity: finding.severity,
  matched_at: finding.matched_at ?? null,
  first_seen: finding.first_seen,
  last_seen: finding.last_seen,
});
