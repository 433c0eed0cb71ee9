import { createWriteTransaction } from "electrodb";
import { activity, type EventKind } from "../domain/events.ts";
import type { OrgIdentity } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import type { SeedDomain } from "../domain/seed.ts";
import type { Caller } from "./audit.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { DomainSet } from "./entities/domain-set.ts";
import { newId } from "./ids.ts";
import { retriedWhenOvertaken } from "./transaction.ts";

/** What a change to the seeds makes of them, and the event that tells of it. */
export interface SeedChange {
  readonly domains: readonly SeedDomain[];
  readonly event: EventKind;
  readonly targetId: string;
  readonly target: string | null;
  readonly detail: Readonly<Record<string, Json>>;
}

/** The seeds of an org, in the order in which they were added. */
export async function listSeeds(orgId: string): Promise<readonly SeedDomain[]> {
  const { data } = await DomainSet.get({ org_id: orgId }).go({ consistent: true });
  return data?.domains ?? [];
}

/**
 * Applies `change` to the seeds as they are now and writes the result with its event and audit row in one transaction. `change` may be
 * called again when another request was faster; it returns null when there is nothing to do and throws to refuse.
 */
export async function changeSeeds(
  org: OrgIdentity,
  { actor, now, audit }: Caller,
  change: (domains: readonly SeedDomain[]) => SeedChange | null,
): Promise<readonly SeedDomain[]> {
  return retriedWhenOvertaken(async () => {
    const { data } = await DomainSet.get({ org_id: org.id }).go({ consistent: true });
    const before = data?.domains ?? [];
    const next = change(before);
    if (!next) return before;
    const event = activity(next.event, {
      id: newId(),
      occurredAt: now,
      org,
      actor,
      targetId: next.targetId,
      target: next.target,
      detail: next.detail,
    });
    await audit.transact((row) =>
      createWriteTransaction({ DomainSet, ActivityRow, AuditRow }, (write) => [
        write.DomainSet.patch({ org_id: org.id })
          .set({ domains: next.domains, version: (data?.version ?? 0) + 1 })
          .where(({ version }, { eq }) => eq(version, data?.version ?? 0))
          .commit(),
        write.ActivityRow.create(event).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
    return next.domains;
  });
}
