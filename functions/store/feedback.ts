import { createWriteTransaction } from "electrodb";
import { type Activity, activity, type Happening } from "../domain/events.ts";
import { type Feedback, type RuleAsked, ruleAsked, takesBack, timeOfChange } from "../domain/feedback.ts";
import { findingEvent } from "../domain/finding-event.ts";
import type { Actor, OrgIdentity } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import type { SuppressionRule } from "../domain/suppression.ts";
import type { Caller } from "./audit.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { Finding } from "./entities/finding.ts";
import { FindingEventRow } from "./entities/finding-event.ts";
import { TouchedFinding } from "./entities/ledger.ts";
import { Suppression, SuppressionHit, SuppressionRemoval } from "./entities/suppression.ts";
import { type FindingRecord, getFinding } from "./findings.ts";
import { newId } from "./ids.ts";
import { getRule, removalOf, ruleRemoved } from "./suppressions.ts";
import { taskEvents } from "./task-events.ts";
import { retriedWhenOvertaken } from "./transaction.ts";

/**
 * Gives a finding the customer's answer: status, row of its history, suppression rule made or taken back, and the events
 * of all that and of its task, in one transaction. Judges anew when a scan or another answer was faster. Null when the org has no such finding; throws 422
 * when the finding lacks what a rule should match.
 */
export async function giveFeedback(
  org: OrgIdentity,
  findingId: string,
  feedback: Feedback,
  by: Caller,
): Promise<FindingRecord | null> {
  return retriedWhenOvertaken(async () => {
    const finding = await getFinding(org.id, findingId);
    return finding && answer(org, finding, feedback, by);
  });
}

/** Writes the answer to a finding that is as it was read; else throws `ConditionFailed`. */
async function answer(
  org: OrgIdentity,
  finding: FindingRecord,
  feedback: Feedback,
  { actor: caller, now, audit }: Caller,
): Promise<FindingRecord> {
  const asked = ruleAsked(org.id, finding, feedback);
  const [takenBack, made] = await Promise.all([
    ruleToTakeBack(org.id, finding, feedback, asked),
    asked && getRule(org.id, asked.id),
  ]);
  const actor: Actor = feedback.actor === undefined ? caller : { ...caller, name: feedback.actor, kind: "customer" };
  const { suppression_id: earlierRule, suppressed_by: suppressor, ...rest } = finding;
  const keptRule = earlierRule !== undefined && !takesBack(earlierRule, feedback, asked) ? earlierRule : undefined;
  const suppressionId = asked?.id ?? keptRule;
  const at = timeOfChange(finding, now);
  const set = { status: feedback.status, status_changed_at: at.toISOString(), version: finding.version + 1 };
  const note = feedback.note === undefined ? {} : { note: feedback.note };
  const history = findingEvent({
    orgId: org.id,
    findingId: finding.id,
    version: set.version,
    event: "feedback",
    oldStatus: finding.status,
    newStatus: feedback.status,
    actor: actor.name,
    ...note,
    at,
  });
  const touched = { org_id: org.id, module: finding.module, finding_id: finding.id, version: set.version };
  const rule = asked && {
    ...asked,
    org_id: org.id,
    life: made?.life ?? newId(),
    finding_id: finding.id,
    ...note,
    actor: actor.name,
    created_at: now.toISOString(),
    ...(feedback.expires_at === undefined ? {} : { expires_at: feedback.expires_at }),
    hits: 0,
  };
  const happening = { org, actor, occurredAt: now };
  const events = [
    activity("finding.feedback", {
      id: newId(),
      ...happening,
      targetId: finding.id,
      target: finding.title,
      detail: { old_status: finding.status, new_status: feedback.status, ...note, ...told(asked, takenBack, feedback) },
    }),
    ...(takenBack ? [ruleRemoved(takenBack, happening, "answered")] : []),
    ...(rule ? [ruleAdded(rule, happening, made !== null)] : []),
    ...taskEvents(happening, finding, feedback.status),
  ];
  await audit.transact((row) =>
    createWriteTransaction(
      {
        Finding,
        FindingEventRow,
        TouchedFinding,
        ActivityRow,
        Suppression,
        SuppressionHit,
        SuppressionRemoval,
        AuditRow,
      },
      (write) => [
        write.Finding.patch({ org_id: org.id, id: finding.id })
          .set({ ...set, ...(suppressionId === undefined ? {} : { suppression_id: suppressionId }) })
          .remove(["suppressed_by", ...(suppressionId === undefined ? ["suppression_id" as const] : [])])
          .where(({ version }, { eq }) => eq(version, finding.version))
          .commit(),
        write.FindingEventRow.create(history).commit(),
        write.TouchedFinding.put(touched).commit(),
        ...events.map((event) => write.ActivityRow.create(event).commit()),
        ...(suppressor === undefined
          ? []
          : [
              write.SuppressionHit.delete({
                org_id: org.id,
                suppression_id: suppressor,
                finding_id: finding.id,
              }).commit(),
            ]),
        // Not over a rule that was removed or made meanwhile: what belongs to which of its lives must stay clear.
        ...(rule && made
          ? [
              write.Suppression.put(rule)
                .where(({ life }, { eq }) => eq(life, made.life))
                .commit(),
            ]
          : []),
        ...(rule && !made ? [write.Suppression.create(rule).commit()] : []),
        ...(takenBack
          ? [
              write.Suppression.delete({ org_id: org.id, id: takenBack.id })
                .where(
                  ({ finding_id, life }, { eq }) => `${eq(finding_id, finding.id)} AND ${eq(life, takenBack.life)}`,
                )
                .commit(),
              // What it has suppressed besides returns with the next scan.
              write.SuppressionRemoval.create(removalOf(takenBack, actor, now)).commit(),
            ]
          : []),
        write.AuditRow.create(row).commit(),
      ],
    ),
  );
  return { ...rest, ...set, ...(suppressionId === undefined ? {} : { suppression_id: suppressionId }) };
}

/** The rule that the answer takes back: one that this finding made, unless the answer to another has made it anew since. */
async function ruleToTakeBack(
  orgId: string,
  { id, suppression_id }: FindingRecord,
  feedback: Feedback,
  asked: RuleAsked | null,
): Promise<SuppressionRule | null> {
  if (suppression_id === undefined || !takesBack(suppression_id, feedback, asked)) return null;
  const rule = await getRule(orgId, suppression_id);
  return rule?.finding_id === id ? rule : null;
}

/** The event of a rule that an answer makes; `renewed` when it held before, and is this answer's from now on. */
const ruleAdded = (
  { id, match, value, status, finding_id, expires_at }: Omit<SuppressionRule, "life" | "hits">,
  happening: Pick<Happening, "org" | "actor" | "occurredAt">,
  renewed: boolean,
): Activity =>
  activity("suppression.added", {
    id: newId(),
    ...happening,
    targetId: id,
    target: value,
    detail: { match, value, status, finding_id, ...(expires_at === undefined ? {} : { expires_at }), renewed },
  });

/** What the event of the answer tells of rules. */
const told = (
  asked: RuleAsked | null,
  takenBack: SuppressionRule | null,
  { expires_at }: Feedback,
): Record<string, Json> => {
  const named = ({ id, match, value }: Pick<SuppressionRule, "id" | "match" | "value">) => ({ id, match, value });
  return {
    ...(asked ? { suppression: { ...named(asked), ...(expires_at === undefined ? {} : { expires_at }) } } : {}),
    ...(takenBack ? { suppression_removed: named(takenBack) } : {}),
  };
};
