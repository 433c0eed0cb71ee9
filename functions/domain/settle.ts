import { isSuppressed } from "./feedback.ts";
import type { DetectedFinding, KnownFinding, RecordedFinding } from "./finding.ts";
import { type ModuleClock, scannerGroup } from "./ledger.ts";
import { type Coverage, isOpen, judge, type Observation, type Verdict, whyUnknown } from "./reconcile.ts";
import type { Suppressible, SuppressionRule } from "./suppression.ts";
import type { FindingClass, Severity, UnverifiedCause } from "./vocabulary.ts";

/**
 * From what a scan saw to what must be written. A finding that the scan leaves as it is costs nothing: that it was seen,
 * or could not be checked, is said once for its group.
 */

/** What the scanners of a scan reported of one finding. */
export interface Sighted {
  readonly id: string;
  readonly scanners: readonly string[];
  readonly digest: string;
  readonly weakness: string;
  readonly severity: Severity;
  readonly finding_class: FindingClass;
  /** The suppression rule that matches it, and by what. */
  readonly rule: SuppressionRule | undefined;
  readonly suppressible: Suppressible | undefined;
  /** All that there is to write; left out when it is on record already. */
  readonly content: DetectedFinding | undefined;
}

/** Everything that decides what becomes of the findings of a module. */
export interface Judgement {
  readonly coverage: Coverage;
  /** What was known before the scan, as the customer's answers have left it. */
  readonly known: ReadonlyMap<string, KnownFinding | RecordedFinding>;
  readonly sighted: ReadonlyMap<string, Sighted>;
  readonly groups: ReadonlyMap<string, UnverifiedCause | null>;
  /** Findings that say what another one, of another scanner, says. */
  readonly duplicates: ReadonlyMap<string, string>;
  /** What held before the scan. */
  readonly clock: ModuleClock;
}

/** What becomes of one finding. */
export interface Settlement {
  readonly verdict: Verdict;
  /** The finding from now on. */
  readonly next: KnownFinding;
  /** What must be written of it; null when its row says so already. */
  readonly change: FindingChange | null;
  /** Could the scan check it? */
  readonly isVerified: boolean;
}

export interface FindingChange {
  readonly before: KnownFinding | RecordedFinding | undefined;
  readonly next: KnownFinding;
  readonly verdict: Verdict;
  readonly content: DetectedFinding | undefined;
  /** The rule that gives it its status now. */
  readonly rule: SuppressionRule | undefined;
  /** When it was last seen, where the row must say so. */
  readonly lastSeen: string | undefined;
  /** Could the scan check it? */
  readonly isVerified: boolean;
}

/**
 * Does the change depend on more than the finding itself, its answers and the scan: on rules, or on another finding? Then
 * an attempt at the same scan that comes later, or at the same time, may see no reason for it.
 */
export const isContingent = ({ before, next, rule }: FindingChange): boolean =>
  rule !== undefined || next.duplicateOf !== (before?.duplicateOf ?? null);

/**
 * May another attempt at the same scan decide otherwise? The change is contingent, or follows from an answer that the
 * other attempt has not read.
 */
export const isUnforeseen = (change: FindingChange): boolean =>
  isContingent(change) || (change.before !== undefined && "reconciled" in change.before);

/**
 * What each group of findings has in common after a scan: null when the scan checked it, else why it did not. A group is
 * what costs fewer rows: the others are the exceptions, each noted in its own. `known` is what the ledger said before the
 * scan, so that every attempt at the same scan comes to the same.
 */
export function checkGroups(
  known: ReadonlyMap<string, KnownFinding>,
  sighted: ReadonlyMap<string, Sighted>,
  coverage: Coverage,
): Map<string, UnverifiedCause | null> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (scanners: readonly string[]): Tally => {
    const group = scannerGroup(scanners);
    const tally = tallies.get(group) ?? { ifChecked: 0, ifNot: 0, unknown: [] };
    tallies.set(group, tally);
    return tally;
  };
  for (const finding of known.values()) {
    const seen = sighted.get(finding.id);
    const why = seen ? null : whyUnknown(finding, coverage);
    const tally = tallyOf(allScanners(finding, seen));
    if (why) {
      if (finding.follows || finding.unverified !== why) tally.ifChecked += 1;
      tally.unknown.push({ why, before: finding.unverified });
    } else {
      if (finding.unverified || (seen && !finding.follows)) tally.ifChecked += 1;
      tally.ifNot += 1;
    }
  }
  for (const seen of sighted.values()) if (!known.has(seen.id)) tallyOf(seen.scanners).ifNot += 1;
  return new Map([...tallies].map(([group, tally]) => [group, checkOf(tally)]));
}

/** Rows to write if the group counts as checked, and if it does not; and the findings of it that were not. */
interface Tally {
  ifChecked: number;
  ifNot: number;
  readonly unknown: { readonly why: UnverifiedCause; readonly before: UnverifiedCause | null }[];
}

function checkOf({ ifChecked, ifNot, unknown }: Tally): UnverifiedCause | null {
  const count = (cause: UnverifiedCause) => unknown.filter(({ why }) => why === cause).length;
  const [main] = [...new Set(unknown.map(({ why }) => why))].sort(
    (one, other) => count(other) - count(one) || (one < other ? -1 : 1),
  );
  if (main === undefined) return null;
  const apart = unknown.filter(({ why, before }) => exceptionTo(main, why, before) !== before).length;
  return ifChecked <= ifNot + apart ? null : main;
}

/** The cause that the row of a finding must tell where its group, which was not checked, tells another one. */
const exceptionTo = (
  group: UnverifiedCause,
  why: UnverifiedCause,
  before: UnverifiedCause | null,
): UnverifiedCause | null => (why !== group || before === why ? why : null);

/** What becomes of a finding; `before` is undefined for one that is not on record. */
export function settle(
  id: string,
  before: KnownFinding | RecordedFinding | undefined,
  judgement: Judgement,
): Settlement | null {
  const { coverage, sighted, groups } = judgement;
  const seen = sighted.get(id);
  if (!before && !seen?.content) return null;
  const unknown = before && !seen ? whyUnknown(before, coverage) : null;
  const observation = observationOf(seen, unknown);
  const isVerified = observation !== "unknown";
  if (isDecided(before, coverage)) return { ...asDecided(before), isVerified };
  const verdict = judge(before, observation, seen?.rule?.status);
  const scanners = allScanners(before, seen);
  const exception = groups.get(scannerGroup(scanners)) ?? null;
  const follows = exception === null ? observation === "seen" : followsApart(before, observation);
  const next: KnownFinding = {
    id,
    version: (before?.version ?? 0) + 1,
    status: verdict.status,
    misses: verdict.misses,
    scanners,
    asset: seen?.content?.asset ?? before?.asset ?? "",
    digest: seen?.content ? seen.digest : (before?.digest ?? ""),
    follows,
    unverified: unknown && (exception ? exceptionTo(exception, unknown, before?.unverified ?? null) : unknown),
    duplicateOf: duplicateOf(id, before, judgement),
  };
  if (before && isSame(before, next) && !(exception && isVerified))
    return { verdict, next: { ...next, version: before.version }, change: null, isVerified };
  const change: FindingChange = {
    before,
    next,
    verdict,
    content: seen?.content,
    rule: isSuppressed(verdict.status) && verdict.status !== before?.status ? seen?.rule : undefined,
    lastSeen:
      observation === "seen"
        ? coverage.at
        : before?.follows && !follows
          ? seenWithGroup(before, judgement.clock)
          : undefined,
    isVerified,
  };
  return { verdict, next, change, isVerified };
}

/** Has this scan, or a later one, decided about the finding already? Then it must not be judged again. */
const isDecided = (before: KnownFinding | undefined, { scanId }: Coverage): before is RecordedFinding =>
  before !== undefined && "reconciled" in before && (before as RecordedFinding).reconciled.scan_id >= scanId;

/** What stands in the row of such a finding holds; an answer that came after the decision counts for the next scan. */
const asDecided = (row: RecordedFinding): Omit<Settlement, "isVerified"> => ({
  verdict: { bucket: row.reconciled.bucket, status: row.reconciled.status ?? row.status, misses: row.misses },
  next: row,
  change: null,
});

const observationOf = (seen: Sighted | undefined, unknown: UnverifiedCause | null): Observation =>
  seen ? "seen" : unknown ? "unknown" : "gone";

/** Of a group that was not checked, a finding that was seen all the same goes its own way; the others wait with it. */
const followsApart = (before: KnownFinding | undefined, observation: Observation): boolean =>
  observation !== "seen" && (before?.follows ?? false);

const seenWithGroup = ({ scanners }: KnownFinding, { seen_at }: ModuleClock): string | undefined =>
  seen_at[scannerGroup(scanners)];

const allScanners = (before: KnownFinding | undefined, seen: Sighted | undefined): readonly string[] =>
  [...new Set([...(before?.scanners ?? []), ...(seen?.scanners ?? [])])].sort();

/**
 * The finding that speaks for this one, if any: only one that is open and not known to be gone, or what is there would be
 * hidden behind what nobody looks at.
 */
function duplicateOf(
  id: string,
  before: KnownFinding | undefined,
  { duplicates, known, sighted, coverage }: Judgement,
): string | null {
  const earlier = before?.duplicateOf ?? null;
  const spokesman = duplicates.get(id) ?? (earlier === null ? undefined : (duplicates.get(earlier) ?? earlier));
  if (spokesman === undefined || spokesman === id) return null;
  const isStillTheSame = duplicates.has(id) || !sighted.has(id) || !sighted.has(spokesman);
  const [primary, its] = [known.get(spokesman), sighted.get(spokesman)];
  if (!isStillTheSame || (!primary && !its)) return null;
  const observation = observationOf(its, primary && !its ? whyUnknown(primary, coverage) : null);
  const { status } = isDecided(primary, coverage) ? primary : judge(primary, observation, its?.rule?.status);
  return observation !== "gone" && isOpen(status) ? spokesman : null;
}

const isSame = (one: KnownFinding, other: KnownFinding): boolean =>
  one.status === other.status &&
  one.misses === other.misses &&
  one.digest === other.digest &&
  one.follows === other.follows &&
  one.unverified === other.unverified &&
  one.duplicateOf === other.duplicateOf &&
  scannerGroup(one.scanners) === scannerGroup(other.scanners);
