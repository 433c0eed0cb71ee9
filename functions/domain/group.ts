import { type FindingClass, type FindingStatus, type Module, type Severity, severities } from "./vocabulary.ts";

/** What grouping must know of a finding. */
export interface Groupable {
  readonly id: string;
  readonly module: Module;
  readonly template_id: string;
  readonly cve_id?: string | undefined;
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly finding_class: FindingClass;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** One issue, and every finding of it. */
export interface FindingGroup<F extends Groupable> {
  readonly key: string;
  /** At least one; worst first, then seen last first, so that the first speaks for all. */
  readonly findings: readonly [F, ...F[]];
  readonly status_breakdown: Partial<Record<FindingStatus, number>>;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** Names an issue: `module:template_id`, and `:cve_id` where it is one. The same in every scan. */
export const groupKey = ({
  module,
  template_id,
  cve_id,
}: Pick<Groupable, "module" | "template_id" | "cve_id">): string =>
  // Escaped, so that no colon within a part can make two issues one.
  [module, template_id, ...(cve_id === undefined ? [] : [cve_id])].map(encodeURIComponent).join(":");

/** Findings by issue: worst severity first, then most findings, then by key. */
export function groupFindings<F extends Groupable>(findings: Iterable<F>): FindingGroup<F>[] {
  const byKey = new Map<string, [F, ...F[]]>();
  for (const finding of findings) {
    const key = groupKey(finding);
    const members = byKey.get(key);
    if (members) members.push(finding);
    else byKey.set(key, [finding]);
  }
  return [...byKey].map(([key, members]) => grouped(key, members)).sort(worstFirst);
}

function grouped<F extends Groupable>(key: string, findings: [F, ...F[]]): FindingGroup<F> {
  const breakdown: Partial<Record<FindingStatus, number>> = {};
  let { first_seen, last_seen } = findings[0];
  for (const finding of findings) {
    breakdown[finding.status] = (breakdown[finding.status] ?? 0) + 1;
    if (finding.first_seen < first_seen) first_seen = finding.first_seen;
    if (finding.last_seen > last_seen) last_seen = finding.last_seen;
  }
  return { key, findings: findings.sort(mostTelling), status_breakdown: breakdown, first_seen, last_seen };
}

const worstFirst = (one: FindingGroup<Groupable>, other: FindingGroup<Groupable>): number =>
  bySeverity(one.findings[0], other.findings[0]) ||
  other.findings.length - one.findings.length ||
  byText(one.key, other.key);

const mostTelling = (one: Groupable, other: Groupable): number =>
  bySeverity(one, other) || byText(other.last_seen, one.last_seen) || byText(one.id, other.id);

const bySeverity = (one: Groupable, other: Groupable): number =>
  severities.indexOf(other.severity) - severities.indexOf(one.severity);

const byText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
