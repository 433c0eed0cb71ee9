import { duplicatesOf } from "../domain/duplicates.ts";
import { contentDigest, type DetectedFinding, type KnownFinding } from "../domain/finding.ts";
import type { ModuleClock } from "../domain/ledger.ts";
import { type Coverage, summarise } from "../domain/reconcile.ts";
import type { FeedbackValidation, ScanDelta } from "../domain/scan.ts";
import {
  checkGroups,
  type FindingChange,
  isContingent,
  isUnforeseen,
  type Judgement,
  type Settlement,
  type Sighted,
  settle,
} from "../domain/settle.ts";
import { rulesByKey, type SuppressionRule, suppressionFor } from "../domain/suppression.ts";
import type { UnverifiedCause } from "../domain/vocabulary.ts";
import { recordedFindings } from "../store/findings.ts";
import { type Ledger, type LedgerSwap, readKnown, type TouchedRecord, writeSegment } from "../store/ledger.ts";
import { type BatchResults, readFindings } from "../store/scan-output.ts";
import { getScan, type ScanRecord } from "../store/scans.ts";
import { inTransactions, type Judge, touchedBy, writeChanges } from "../store/settlements.ts";
import { activeRules, takeBackExpired } from "../store/suppressions.ts";
import { orgOf } from "./org-of.ts";

/** What a scan has made of the findings of its module. */
export interface Reconciled {
  readonly delta: ScanDelta;
  readonly validation: FeedbackValidation;
  /** Findings that the scan has seen, that it could check, and that it could not. */
  readonly detected: number;
  readonly verified: number;
  readonly notVerified: number;
  /** What is known from now on, once the scan's end makes it count; what it takes the place of. */
  readonly swap: LedgerSwap;
  readonly ledger: Ledger;
  readonly touched: readonly TouchedRecord[];
  /** The count of unforeseen writes that the scan must end with: another one is of an attempt that judged otherwise. */
  readonly unforeseenWrites: number;
}

/** A judgement that can still lose a rule: one that was taken back while findings were written. */
type OpenJudgement = Judgement & { readonly sighted: Map<string, Sighted> };

/** Transactions at the same time. */
const WRITERS = 8;
/** Findings that keep being answered are judged anew so often, fewer at a time each time. */
const ATTEMPTS = 12;

/**
 * Judges every finding of a scan's module and writes what has changed. Rows that are as they were are not written: that
 * they were seen again is said by the ledger. A second run finds what the first has written and decides the same. Null
 * when somebody else has ended the scan meanwhile.
 */
export async function reconcile(
  scan: ScanRecord,
  results: BatchResults,
  coverage: Coverage,
): Promise<Reconciled | null> {
  const { org_id: orgId, module } = scan;
  const at = new Date(coverage.at);
  await takeBackExpired(orgOf(scan), at);
  const [{ ledger, touched, known }, rules] = await Promise.all([readKnown(orgId, module), activeRules(orgId)]);
  // What is known is what this scan has made of it, or a later one: ids of scans rise.
  if (ledger.clock.scan_id >= scan.id) return null;
  const sighted = await sightingsOf(readFindings(scan.id, results), known, rulesByKey(rules, at));
  const groups = checkGroups(ledger.findings, sighted, coverage);
  const duplicates = duplicatesOf(
    [...sighted.values()].map((seen) => ({
      ...seen,
      wasKnown: ledger.findings.get(seen.id)?.duplicateOf === null,
    })),
  );
  const judgement: OpenJudgement = { coverage, known, sighted, groups, duplicates, clock: ledger.clock };
  const settlements = new Map<string, Settlement>();
  for (const id of new Set([...known.keys(), ...sighted.keys()])) {
    const settlement = settle(id, known.get(id), judgement);
    if (settlement) settlements.set(id, settlement);
  }
  const judge: Judge = { org: orgOf(scan), module, scanId: scan.id, at: coverage.at };
  const unforeseen = await write(judge, judgement, settlements);
  if (unforeseen === null) return null;
  const findings = new Map([...settlements].map(([id, { next }]) => [id, next]));
  // Whatever is written has another version.
  const changed = [...findings.values()].filter(({ id, version }) => version !== ledger.findings.get(id)?.version);
  const contingent = [...settlements.values()].flatMap(({ change }) =>
    change && isContingent(change) ? [touchedBy(judge, change)] : [],
  );
  const clock = clockAfter(ledger.clock, groups, coverage);
  const unverified = [...settlements.values()].filter(({ isVerified }) => !isVerified).length;
  return {
    ...summarise([...settlements.values()].map(({ verdict }) => verdict)),
    detected: sighted.size,
    verified: settlements.size - unverified,
    notVerified: unverified,
    swap: await writeSegment(orgId, module, ledger, { known: findings, changed }, clock),
    ledger,
    touched: [...touched, ...contingent],
    unforeseenWrites: (scan.unforeseen_writes ?? 0) + unforeseen,
  };
}

/**
 * What the scanners of a scan reported, finding by finding; one that several report is united. The content of those that
 * are on record just so is dropped at once: a scan of a hundred thousand findings must fit into memory.
 */
async function sightingsOf(
  reported: AsyncIterable<DetectedFinding>,
  known: ReadonlyMap<string, KnownFinding>,
  rules: ReadonlyMap<string, SuppressionRule>,
): Promise<Map<string, Sighted>> {
  const sighted = new Map<string, Sighted>();
  for await (const finding of reported) {
    const { id, weakness, scanners } = finding;
    const earlier = sighted.get(id);
    if (earlier) {
      sighted.set(id, { ...earlier, scanners: [...new Set([...earlier.scanners, ...scanners])].sort() });
      continue;
    }
    const digest = contentDigest(finding);
    const content = known.get(id)?.digest === digest ? undefined : finding;
    const { severity, finding_class, template_id, title, category, cve_id } = finding;
    const rule = suppressionFor(finding, rules);
    const suppressible = rule && { template_id, title, category, cve_id };
    sighted.set(id, { id, weakness, scanners, severity, finding_class, digest, content, rule, suppressible });
  }
  return sighted;
}

/**
 * Writes all changes; `settlements` then holds what has become of each finding. Gives the number of transactions that
 * another attempt could not foresee, null when the scan is over.
 */
async function write(
  judge: Judge,
  judgement: OpenJudgement,
  settlements: Map<string, Settlement>,
): Promise<number | null> {
  const changes = [...settlements.values()].flatMap(({ change }) => (change ? [change] : []));
  let isOver = false;
  let unforeseen = 0;
  const anew = async (overtaken: readonly FindingChange[]): Promise<FindingChange[]> => {
    const rest = await judgeAnew(judge, judgement, settlements, overtaken);
    isOver ||= rest === null;
    return rest ?? [];
  };
  // Unforeseen changes all touch the scan, and hits of the same rule its row: they would be in each other's way.
  let turn: Promise<unknown> = Promise.resolve();
  const put = async (some: readonly FindingChange[]): Promise<boolean> => {
    if (!some.some(isUnforeseen)) return writeChanges(judge, some);
    const mine = turn.then(() => writeChanges(judge, some));
    turn = mine.catch(() => undefined);
    const isWritten = await mine;
    if (isWritten) unforeseen += 1;
    return isWritten;
  };
  const runs = [
    ...inTransactions(changes.filter(isUnforeseen)),
    ...inTransactions(changes.filter((change) => !isUnforeseen(change))),
  ];
  const writer = async () => {
    for (let run = runs.shift(); run && !isOver; run = runs.shift()) await writeRun(run, { put, anew }, ATTEMPTS);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return isOver ? null : unforeseen;
}

/** How a run is written, and what is left of it when it was overtaken. */
interface Pen {
  put(changes: readonly FindingChange[]): Promise<boolean>;
  anew(overtaken: readonly FindingChange[]): Promise<FindingChange[]>;
}

async function writeRun(changes: readonly FindingChange[], pen: Pen, attempts: number): Promise<void> {
  if (changes.length === 0 || (await pen.put(changes))) return;
  if (attempts === 0) throw new Error("findings kept changing while they were reconciled");
  const rest = await pen.anew(changes);
  const half = Math.ceil(rest.length / 2);
  // Judged anew they may need more rows than before, and so more transactions.
  for (const run of [rest.slice(0, half), rest.slice(half)].flatMap(inTransactions))
    await writeRun(run, pen, attempts - 1);
}

/** Judges findings by what their rows and the rules say by now. Null when the scan is over, and has nothing more to say. */
async function judgeAnew(
  { org, scanId, at }: Judge,
  judgement: OpenJudgement,
  settlements: Map<string, Settlement>,
  overtaken: readonly FindingChange[],
): Promise<FindingChange[] | null> {
  const ids = overtaken.map(({ next }) => next.id);
  const [rows, rules, scan] = await Promise.all([
    recordedFindings(org.id, ids),
    activeRules(org.id),
    getScan(org.id, scanId),
  ]);
  if (scan?.status !== "running") return null;
  const { sighted } = judgement;
  const holding = rulesByKey(rules, new Date(at));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const seen = sighted.get(id);
    if (seen?.suppressible) sighted.set(id, { ...seen, rule: suppressionFor(seen.suppressible, holding) });
  }
  return ids.flatMap((id) => {
    const settlement = settle(id, rowOf.get(id), judgement);
    if (settlement) settlements.set(id, settlement);
    else settlements.delete(id);
    return settlement?.change ? [settlement.change] : [];
  });
}

function clockAfter(
  before: ModuleClock,
  groups: ReadonlyMap<string, UnverifiedCause | null>,
  { scanId, at, failures }: Coverage,
): ModuleClock {
  const seen_at = { ...before.seen_at };
  const not_verified: Partial<Record<UnverifiedCause, string[]>> = {};
  for (const [group, cause] of groups)
    if (cause === null) seen_at[group] = at;
    else not_verified[cause] = [...(not_verified[cause] ?? []), group];
  return { seen_at, scan_id: scanId, at, not_verified, failures: Object.fromEntries(failures) };
}
