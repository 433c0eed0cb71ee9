import { type FindingClass, type Severity, severities } from "./vocabulary.ts";

/** A finding as the search for duplicates sees it. */
export interface Reported {
  readonly id: string;
  /** What is wrong and where, whoever says so: `DetectedFinding.weakness`. */
  readonly weakness: string;
  readonly scanners: readonly string[];
  readonly severity: Severity;
  readonly finding_class: FindingClass;
  /** True for a finding on record that is not itself a duplicate: what customers know stays what they see. */
  readonly wasKnown: boolean;
}

/**
 * Findings that say again what a finding of another scanner says: duplicate to primary. Of each weakness the primary is
 * one that lists show before inventory, the most severe, a known finding before a new one, then the one with the smallest
 * id. No finding is a duplicate of one that shares a scanner with it; and where a scanner tells a weakness apart into several
 * findings, none of them is a duplicate, since which of them another scanner means cannot be told: better seen twice
 * than hidden.
 */
export function duplicatesOf(seen: Iterable<Reported>): Map<string, string> {
  const byWeakness = Map.groupBy(seen, ({ weakness }) => weakness);
  return new Map([...byWeakness.values()].flatMap(duplicatesIn));
}

function duplicatesIn(same: readonly Reported[]): readonly (readonly [string, string])[] {
  const [primary, ...others] = same.toSorted(byPrecedence);
  if (primary === undefined) return [];
  const counts = new Map<string, number>();
  for (const scanner of same.flatMap(({ scanners }) => scanners)) counts.set(scanner, (counts.get(scanner) ?? 0) + 1);
  return others
    .filter(({ scanners }) =>
      scanners.every((scanner) => counts.get(scanner) === 1 && !primary.scanners.includes(scanner)),
    )
    .map(({ id }) => [id, primary.id] as const);
}

const byPrecedence = (one: Reported, other: Reported): number =>
  Number(one.finding_class === "inventory") - Number(other.finding_class === "inventory") ||
  severities.indexOf(other.severity) - severities.indexOf(one.severity) ||
  Number(other.wasKnown) - Number(one.wasKnown) ||
  (one.id < other.id ? -1 : Number(one.id > other.id));
