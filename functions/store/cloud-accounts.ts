import { createWriteTransaction } from "electrodb";
import type { CloudAccount } from "../domain/cloud-account.ts";
import { activity, type EventKind } from "../domain/events.ts";
import type { OrgIdentity } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import type { ActivityOutcome } from "../domain/vocabulary.ts";
import type { Caller } from "./audit.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { CloudAccountSet } from "./entities/cloud-account-set.ts";
import { newId } from "./ids.ts";
import { retriedWhenOvertaken } from "./transaction.ts";

/** What a change to the accounts makes of them, and the event that tells of it. */
export interface AccountChange {
  readonly accounts: readonly CloudAccount[];
  readonly event: EventKind;
  readonly target: CloudAccount;
  readonly outcome?: ActivityOutcome;
  readonly detail: Readonly<Record<string, Json>>;
}

/** The cloud accounts of an org, in the order in which they were added. */
export const listAccounts = async (orgId: string): Promise<readonly CloudAccount[]> =>
  (await accountSet(orgId))?.accounts ?? [];

/** How many accounts of an org can be scanned. */
export const validatedAccountCount = async (orgId: string): Promise<number> =>
  (await listAccounts(orgId)).filter(({ status }) => status === "validated").length;

/**
 * Applies `change` to the accounts as they are now and writes the result with its event and audit row in one transaction.
 * `change` may be called again when another request was faster; it returns null when there is nothing to do and throws to
 * refuse.
 */
export async function changeAccounts(
  org: OrgIdentity,
  { actor, now, audit }: Caller,
  change: (accounts: readonly CloudAccount[]) => AccountChange | null,
): Promise<void> {
  return retriedWhenOvertaken(async () => {
    const before = await accountSet(org.id);
    const next = change(before?.accounts ?? []);
    if (!next) return;
    const event = activity(next.event, {
      id: newId(),
      occurredAt: now,
      org,
      actor,
      targetId: next.target.id,
      target: next.target.name ?? next.target.role_arn,
      ...(next.outcome ? { outcome: next.outcome } : {}),
      detail: next.detail,
    });
    const version = before?.version ?? 0;
    await audit.transact((row) =>
      createWriteTransaction({ CloudAccountSet, ActivityRow, AuditRow }, (write) => [
        write.CloudAccountSet.upsert({ org_id: org.id, version: version + 1, accounts: next.accounts })
          .where((set, { eq, notExists }) => (before ? eq(set.version, version) : notExists(set.version)))
          .commit(),
        write.ActivityRow.create(event).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
  });
}

async function accountSet(orgId: string) {
  const { data } = await CloudAccountSet.get({ org_id: orgId }).go({ consistent: true });
  return data;
}
