import { createWriteTransaction } from "electrodb";
import type { Happening } from "../domain/events.ts";
import type { DetectedFinding } from "../domain/finding.ts";
import { eventOfBucket, findingEvent } from "../domain/finding-event.ts";
import { systemActor } from "../domain/identity.ts";
import { scannerGroup } from "../domain/ledger.ts";
import { type FindingChange, isContingent, isUnforeseen } from "../domain/settle.ts";
import { type TaskChange, taskChange } from "../domain/task-change.ts";
import type { Module } from "../domain/vocabulary.ts";
import { ActivityRow } from "./entities/activity.ts";
import { Finding } from "./entities/finding.ts";
import { FindingEventRow } from "./entities/finding-event.ts";
import { TouchedFinding } from "./entities/ledger.ts";
import { Scan } from "./entities/scan.ts";
import { Suppression, SuppressionHit } from "./entities/suppression.ts";
import { getFindings } from "./findings.ts";
import type { TouchedRecord } from "./ledger.ts";
import { taskEventsOfScan } from "./task-events.ts";
import { ConditionFailed, transact } from "./transaction.ts";

/** Which scan judges, and when: the same in every attempt. */
export interface Judge {
  readonly org: Happening["org"];
  readonly module: Module;
  readonly scanId: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * A transaction takes 100 items: a finding, its history and its rule's hit for each change, the rules themselves, and one
 * event each for tasks that are new and that are different, and the scan itself.
 */
const ITEMS_MAX = 96;

/** Changes in runs that one transaction can write each. */
export function inTransactions(changes: readonly FindingChange[]): FindingChange[][] {
  const runs: FindingChange[][] = [];
  let room = 0;
  for (const change of changes) {
    const items = 2 + (change.rule ? 2 : 0) + (isContingent(change) ? 1 : 0);
    if (items > room || runs.length === 0) {
      runs.push([]);
      room = ITEMS_MAX;
    }
    runs.at(-1)?.push(change);
    room -= items;
  }
  return runs;
}

/**
 * Writes what a scan means for some findings in one transaction: the rows, where the status is another the rows of their
 * history, the hits of suppression rules, and the events of the tasks that follow from them. False when anything has been
 * decided about one of them since it was read (the customer answered, a rule was taken back, this scan was here before):
 * then nothing is written, and each must be judged anew.
 */
export async function writeChanges(judge: Judge, changes: readonly FindingChange[]): Promise<boolean> {
  const tasks = await taskChanges(judge, changes);
  if (!tasks) return false;
  const history = changes.flatMap((change) => historyOf(judge, change));
  const latest = changes
    .map((change) => changedAt(change, judge.at))
    .reduce((one, other) => (one > other ? one : other));
  const events = taskEventsOfScan({ ...judge, at: latest }, tasks);
  const suppressed = changes.flatMap(({ rule, before, next }) => (rule ? [{ rule, before, id: next.id }] : []));
  const byRule = Map.groupBy(suppressed, ({ rule }) => rule.id);
  const orgId = judge.org.id;
  const entities = { Scan, Finding, FindingEventRow, TouchedFinding, Suppression, SuppressionHit, ActivityRow };
  try {
    await transact(() =>
      createWriteTransaction(entities, (write) => [
        ...changes.map((change) => {
          const { before, content, next } = change;
          const state = stateFields(judge, change);
          if (!before && content)
            return write.Finding.create({ ...newFields(judge, content), ...contentFields(content), ...state }).commit();
          return write.Finding.patch({ org_id: orgId, id: next.id })
            .set({ ...(content ? contentFields(content) : {}), ...state })
            .remove(removed(change))
            .where(({ version }, { eq }) => eq(version, next.version - 1))
            .commit();
        }),
        ...history.map((event) => write.FindingEventRow.create(event).commit()),
        // Another attempt that sees no reason for it must not take the finding for unchanged.
        ...changes.filter(isContingent).map((change) => write.TouchedFinding.put(touchedBy(judge, change)).commit()),
        ...suppressed.map(({ rule, before, id }) =>
          write.SuppressionHit.put({
            org_id: orgId,
            suppression_id: rule.id,
            finding_id: id,
            life: rule.life,
            returns_to: !before || before.status === "new" ? "new" : "reopened",
          }).commit(),
        ),
        // A rule that was taken back meanwhile, or made anew as another, gives nothing any more.
        ...[...byRule].flatMap(([id, hits]) =>
          hits.slice(0, 1).map(({ rule }) =>
            write.Suppression.patch({ org_id: orgId, id })
              .add({ hits: hits.length })
              .where(({ life, status }, { eq }) => `${eq(life, rule.life)} AND ${eq(status, rule.status)}`)
              .commit(),
          ),
        ),
        ...events.map((event) => write.ActivityRow.create(event).commit()),
        // Whoever ends the scan must know of it, and after the end nothing more may come.
        ...(changes.some(isUnforeseen)
          ? [
              write.Scan.patch({ org_id: orgId, id: judge.scanId })
                .add({ unforeseen_writes: 1 })
                .where(({ status }, { eq }) => eq(status, "running"))
                .commit(),
            ]
          : []),
      ]),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * What becomes of the tasks of findings. What a task was before is in the finding's row alone; it is read where the change
 * may make a difference. Null when such a row is not the one that was judged any more.
 */
async function taskChanges({ org }: Judge, changes: readonly FindingChange[]): Promise<TaskChange[] | null> {
  const telling = changes.filter(mayChangeTask);
  const known = telling.filter(({ before }) => before).map(({ next }) => next.id);
  const rowOf = new Map((await getFindings(org.id, known)).map((row) => [row.id, row]));
  const told: TaskChange[] = [];
  for (const { before, content, next } of telling) {
    const row = rowOf.get(next.id);
    if (before && row?.version !== next.version - 1) return null;
    const said = content ?? row;
    if (!said) continue;
    const { title, severity, finding_class } = said;
    const duplicate_of = next.duplicateOf ?? undefined;
    const change = taskChange(row, { id: next.id, title, severity, finding_class, status: next.status, duplicate_of });
    if (change) told.push(change);
  }
  return told;
}

/** Does the change touch what a task follows from? */
const mayChangeTask = ({ before, content, next }: FindingChange): boolean =>
  content !== undefined || before?.status !== next.status || before.duplicateOf !== next.duplicateOf;

/** The mark that a contingent change leaves until a ledger counts that knows of it. */
export const touchedBy = ({ org, module }: Judge, { next }: FindingChange): TouchedRecord => ({
  org_id: org.id,
  module,
  finding_id: next.id,
  version: next.version,
});

function stateFields({ scanId, at }: Judge, change: FindingChange) {
  const { before, next, verdict, lastSeen, isVerified, rule } = change;
  return {
    version: next.version,
    misses: next.misses,
    scanners: [...next.scanners],
    scanner_group: scannerGroup(next.scanners),
    digest: next.digest,
    follows: next.follows,
    reconciled: { scan_id: scanId, bucket: verdict.bucket, status: next.status },
    ...(next.status === before?.status ? {} : { status: next.status, status_changed_at: changedAt(change, at) }),
    ...(next.duplicateOf === null ? {} : { duplicate_of: next.duplicateOf }),
    ...(lastSeen === undefined ? {} : { last_seen: lastSeen }),
    ...(next.unverified === null ? {} : { not_verified: next.unverified }),
    ...(isVerified ? { verified_by: scanId } : {}),
    ...(rule ? { suppressed_by: rule.id } : {}),
  };
}

/** Attributes that a change takes away. */
function removed({ next, before, rule, content }: FindingChange) {
  return [
    ...(content && content.cwe_id === undefined ? (["cwe_id"] as const) : []),
    ...(content && content.evidence.matched_at === undefined ? (["matched_at"] as const) : []),
    ...(next.duplicateOf === null ? (["duplicate_of"] as const) : []),
    ...(next.unverified === null ? (["not_verified"] as const) : []),
    ...(next.status !== before?.status && !rule ? (["suppressed_by"] as const) : []),
  ];
}

/** What a finding has from the first and for good. */
const newFields = ({ org, at }: Judge, { id, module, dedup_key }: DetectedFinding) => ({
  id,
  org_id: org.id,
  module,
  dedup_key,
  first_seen: at,
  last_seen: at,
  status: "new" as const,
  status_changed_at: at,
});

const MATCHED_AT_CHARS_MAX = 2048;

/** What a scan says of a finding and may say differently the next time: rules get better words, severities change. */
function contentFields({ id, dedup_key, module, scanners, weakness, ...fields }: DetectedFinding) {
  const { matched_at } = fields.evidence;
  return {
    ...fields,
    severity_reason: [...fields.severity_reason],
    remediation_steps: [...fields.remediation_steps],
    references: [...fields.references],
    ...(typeof matched_at === "string" ? { matched_at: matched_at.slice(0, MATCHED_AT_CHARS_MAX) } : {}),
  };
}

/** The row of the history that a change leaves, if it does. */
function historyOf({ org, at }: Judge, change: FindingChange) {
  const { before, next, verdict, rule } = change;
  const event = rule ? (before ? "suppressed" : "detected") : eventOfBucket(verdict.bucket);
  if (event === null) return [];
  return [
    findingEvent({
      orgId: org.id,
      findingId: next.id,
      version: next.version,
      event,
      oldStatus: before?.status ?? null,
      newStatus: next.status,
      actor: systemActor.name,
      note: rule && `Suppressed by the rule ${rule.match}: ${rule.value}`,
      at: new Date(changedAt(change, at)),
    }),
  ];
}

/** The customer may have answered after the scan began to judge: the times of the history must not contradict its order. */
const changedAt = ({ before }: FindingChange, at: string): string =>
  before && "statusChangedAt" in before && before.statusChangedAt > at ? before.statusChangedAt : at;
