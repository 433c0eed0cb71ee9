import { createWriteTransaction, type EntityItem } from "electrodb";
import type { AuditRecord } from "../domain/audit.ts";
import { type Activity, activity, type Happening } from "../domain/events.ts";
import { isSuppressed, timeOfChange } from "../domain/feedback.ts";
import { findingEvent } from "../domain/finding-event.ts";
import { type Actor, systemActor } from "../domain/identity.ts";
import { hasExpired, type SuppressionRule } from "../domain/suppression.ts";
import type { AuditTicket, Caller } from "./audit.ts";
import { ignoreConditionFailure } from "./conditions.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { Finding } from "./entities/finding.ts";
import { FindingEventRow } from "./entities/finding-event.ts";
import { TouchedFinding } from "./entities/ledger.ts";
import { Suppression, SuppressionHit, SuppressionRemoval } from "./entities/suppression.ts";
import { type FindingRecord, getFinding } from "./findings.ts";
import { newId } from "./ids.ts";
import type { Window } from "./page.ts";
import { taskEvents } from "./task-events.ts";
import { retriedWhenOvertaken, transact } from "./transaction.ts";

/**
 * Rules, and what becomes of the findings that they suppressed. A rule ends in one transaction, which leaves a removal in its
 * place; its findings return one by one, each in a transaction of its own, and whoever comes next goes on where that stopped.
 */

/** A rule that has ended, as long as findings are to return. */
export type Removal = EntityItem<typeof SuppressionRemoval>;

/** Who ends a rule; `audit` when it is a caller of the API. */
interface Remover {
  readonly actor: Actor;
  readonly now: Date;
  readonly audit?: AuditTicket;
}

/** Findings that a request returns before it answers. */
const RETURNED_BY_REQUEST_MAX = 200;
const RETURNED_AT_ONCE = 8;
const HITS_PER_QUERY = 100;

/** One rule of an org; null when there is none, or none any more. */
export async function getRule(orgId: string, id: string): Promise<SuppressionRule | null> {
  const { data } = await Suppression.get({ org_id: orgId, id }).go({ consistent: true });
  return data;
}

/** The rules of an org, also those whose time is over. */
export async function activeRules(orgId: string): Promise<readonly SuppressionRule[]> {
  const { data } = await Suppression.query.primary({ org_id: orgId }).go({ consistent: true, pages: "all" });
  return data;
}

/** The rules of an org, newest first; `window.after` is a `ruleCursor`. */
export async function listRules(orgId: string, { limit, offset, after }: Window): Promise<readonly SuppressionRule[]> {
  const newestFirst = (await activeRules(orgId)).toSorted((one, other) =>
    ruleCursor(one) > ruleCursor(other) ? -1 : 1,
  );
  const rest = after === undefined ? newestFirst : newestFirst.filter((rule) => ruleCursor(rule) < after);
  return rest.slice(offset, offset + limit);
}

/** Where a list goes on after this rule. */
export const ruleCursor = ({ created_at, id }: Pick<SuppressionRule, "created_at" | "id">): string =>
  `${created_at}_${id}`;

/**
 * Removes a rule and returns the first of its findings; those beyond return when it is asked again, or with the next scan.
 * False when there is no rule of this id, nor one that still has findings to return.
 */
export async function removeRule(org: Happening["org"], id: string, by: Caller): Promise<boolean> {
  const removal = (await endRule(org, id, by, () => true)) ?? (await removalsOf(org.id)).find(isOf(id));
  if (!removal) return false;
  await returnFindings(org, removal, by.now, RETURNED_BY_REQUEST_MAX);
  return true;
}

/** Ends the rules whose time is over, and returns all findings that are to return, also of rules that others have ended. */
export async function takeBackExpired(org: Happening["org"], now: Date): Promise<void> {
  const isOver = (rule: SuppressionRule) => hasExpired(rule, now);
  for (const { id } of (await activeRules(org.id)).filter(isOver))
    await endRule(org, id, { actor: systemActor, now }, isOver);
  for (const removal of await removalsOf(org.id)) await returnFindings(org, removal, now);
}

/** Gives findings of a rule that has ended the statuses that they would have without it, at most `max` of them. */
async function returnFindings(
  org: Happening["org"],
  removal: Removal,
  now: Date,
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { org_id, suppression_id, life } = removal;
  let left = max;
  let cursor: string | null = null;
  do {
    const answer: { data: Hit[]; cursor: string | null } = await SuppressionHit.query
      .primary({ org_id, suppression_id })
      .go({ consistent: true, cursor, limit: Math.min(left, HITS_PER_QUERY) });
    const queue = answer.data.filter((hit) => hit.life === life);
    left -= answer.data.length;
    const worker = async () => {
      for (let hit = queue.shift(); hit; hit = queue.shift()) await returnFinding(org, removal, hit, now);
    };
    await Promise.all(Array.from({ length: RETURNED_AT_ONCE }, worker));
    cursor = answer.cursor;
  } while (cursor !== null && left > 0);
  // No hit of this life can come any more: each is written together with the rule that it is counted on.
  if (cursor === null) await SuppressionRemoval.delete({ org_id, life }).go({ response: "none" });
}

type Hit = EntityItem<typeof SuppressionHit>;

const isOf = (id: string) => (removal: Removal) => removal.suppression_id === id;

/** Rules of an org that have ended and may have findings to return, the first that ended first. */
async function removalsOf(orgId: string): Promise<readonly Removal[]> {
  const { data } = await SuppressionRemoval.query.primary({ org_id: orgId }).go({ consistent: true, pages: "all" });
  return data;
}

/**
 * Ends a rule that is accepted as it is now, and returns the finding whose answer made it: at once, as nobody could
 * tell later whether that finding has been answered with the same rule anew. Null when there is no such rule.
 */
async function endRule(
  org: Happening["org"],
  id: string,
  { actor, now, audit }: Remover,
  accept: (rule: SuppressionRule) => boolean,
): Promise<Removal | null> {
  return retriedWhenOvertaken(async () => {
    const rule = await getRule(org.id, id);
    if (!rule || !accept(rule)) return null;
    const removal = removalOf(rule, actor, now);
    const made = await getFinding(org.id, rule.finding_id);
    const ended = ruleRemoved(rule, { org, actor, occurredAt: now }, audit ? "removed" : "expired");
    const returned = made && isOwnWord(made, rule) ? backTo(org, made, "reopened", removal, now) : null;
    const events = [ended, ...(returned?.events ?? [])];
    const build = (row: AuditRecord | null) =>
      createWriteTransaction(
        { Suppression, SuppressionRemoval, ActivityRow, Finding, FindingEventRow, TouchedFinding, AuditRow },
        (write) => [
          write.Suppression.delete({ org_id: org.id, id })
            .where(({ life }, { eq }) => eq(life, rule.life))
            .where(
              ({ finding_id, created_at }, { eq }) =>
                `${eq(finding_id, rule.finding_id)} AND ${eq(created_at, rule.created_at)}`,
            )
            .where(({ expires_at }, { eq, notExists }) =>
              rule.expires_at === undefined ? notExists(expires_at) : eq(expires_at, rule.expires_at),
            )
            .commit(),
          write.SuppressionRemoval.create(removal).commit(),
          ...events.map((event) => write.ActivityRow.create(event).commit()),
          ...(returned
            ? [
                write.Finding.patch({ org_id: org.id, id: returned.id })
                  .set(returned.set)
                  .remove(["suppression_id"])
                  .where(({ version }, { eq }) => eq(version, returned.versionBefore))
                  .commit(),
                write.FindingEventRow.create(returned.history).commit(),
                write.TouchedFinding.put(returned.touched).commit(),
              ]
            : []),
          ...(row ? [write.AuditRow.create(row).commit()] : []),
        ],
      );
    await (audit ? audit.transact(build) : transact(() => build(null)));
    return removal;
  });
}

/** Is the finding suppressed by the answer that made the rule, and not by the rule? */
const isOwnWord = ({ status, suppression_id, suppressed_by }: FindingRecord, rule: SuppressionRule): boolean =>
  isSuppressed(status) && suppression_id === rule.id && suppressed_by === undefined;

/** The event of a rule that ends: by an answer to the finding that made it, by a caller's removal, or by its time. */
export const ruleRemoved = (
  rule: SuppressionRule,
  happening: Pick<Happening, "org" | "actor" | "occurredAt">,
  reason: "answered" | "removed" | "expired",
): Activity =>
  activity("suppression.removed", {
    id: newId(),
    ...happening,
    targetId: rule.id,
    target: rule.value,
    detail: {
      match: rule.match,
      value: rule.value,
      status: rule.status,
      finding_id: rule.finding_id,
      hits: rule.hits,
      ...(rule.expires_at === undefined ? {} : { expires_at: rule.expires_at }),
      reason,
    },
  });

/** What is left of a rule that ends, until its findings have returned. */
export const removalOf = (rule: SuppressionRule, actor: Actor, now: Date): Removal => ({
  org_id: rule.org_id,
  life: rule.life,
  suppression_id: rule.id,
  actor: actor.name,
  actor_kind: actor.kind,
  admin_key: actor.admin_key_prefix,
  ip: actor.ip,
  note: `The rule ${rule.match}: ${rule.value} ${hasExpired(rule, now) ? "has expired" : "was removed"}`,
});

/** Returns one finding, unless it has been answered, or suppressed anew, since the rule ended. */
async function returnFinding(
  org: Happening["org"],
  removal: Removal,
  { org_id, suppression_id, finding_id }: Hit,
  now: Date,
): Promise<void> {
  const key = { org_id, suppression_id, finding_id };
  await retriedWhenOvertaken(async () => {
    const [{ data: hit }, finding] = await Promise.all([
      SuppressionHit.get(key).go({ consistent: true }),
      getFinding(org_id, finding_id),
    ]);
    if (hit?.life !== removal.life) return;
    if (finding?.suppressed_by !== suppression_id) {
      await SuppressionHit.delete(key)
        .where(({ life }, { eq }) => eq(life, removal.life))
        .go({ response: "none" })
        .catch(ignoreConditionFailure);
      return;
    }
    const { set, history, touched, events, versionBefore } = backTo(org, finding, hit.returns_to, removal, now);
    await transact(() =>
      createWriteTransaction({ Finding, FindingEventRow, TouchedFinding, SuppressionHit, ActivityRow }, (write) => [
        write.Finding.patch({ org_id, id: finding_id })
          .set(set)
          .remove(["suppressed_by", ...(finding.suppression_id === suppression_id ? ["suppression_id" as const] : [])])
          .where(({ version }, { eq }) => eq(version, versionBefore))
          .commit(),
        write.FindingEventRow.create(history).commit(),
        write.TouchedFinding.put(touched).commit(),
        write.SuppressionHit.delete(key)
          .where(({ life }, { eq }) => eq(life, removal.life))
          .commit(),
        ...events.map((event) => write.ActivityRow.create(event).commit()),
      ]),
    );
  });
}

/** What there is to write of a finding that is suppressed no longer. */
function backTo(
  org: Happening["org"],
  finding: FindingRecord,
  status: "new" | "reopened",
  removal: Removal,
  now: Date,
) {
  const at = timeOfChange(finding, now);
  const version = finding.version + 1;
  const actor = { name: removal.actor, kind: removal.actor_kind, admin_key_prefix: removal.admin_key, ip: removal.ip };
  return {
    id: finding.id,
    versionBefore: finding.version,
    set: { status, status_changed_at: at.toISOString(), version },
    history: findingEvent({
      orgId: finding.org_id,
      findingId: finding.id,
      version,
      event: "unsuppressed",
      oldStatus: finding.status,
      newStatus: status,
      actor: actor.name,
      note: removal.note,
      at,
    }),
    events: taskEvents({ org, actor, occurredAt: now }, finding, status, { suppression_id: removal.suppression_id }),
    touched: { org_id: finding.org_id, module: finding.module, finding_id: finding.id, version },
  };
}
