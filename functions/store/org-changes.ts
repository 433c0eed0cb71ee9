import { createWriteTransaction } from "electrodb";
import { activity, type EventKind } from "../domain/events.ts";
import type { OrgIdentity } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import type { Caller } from "./audit.ts";
import { newCredential } from "./credentials.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { Credential } from "./entities/credential.ts";
import { Org } from "./entities/org.ts";
import { newId } from "./ids.ts";
import { identityOf } from "./orgs.ts";
import { retriedWhenOvertaken } from "./transaction.ts";

/** Changes to an org that exists. Each writes the copy that its key carries in the same transaction. */

const settingNames = ["customer_name", "modules_enabled", "scan_interval_days", "is_active"] as const;
type OrgSettings = Pick<OrgIdentity, (typeof settingNames)[number]>;

/** Changes settings of an org; what is left out stays. Null when there is no such org. No event when nothing differs. */
export async function changeOrg(
  customerId: string,
  settings: { readonly [K in keyof OrgSettings]?: OrgSettings[K] | undefined },
  by: Caller,
): Promise<OrgIdentity | null> {
  return retried(customerId, async (before, version) => {
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const after: OrgIdentity = { ...before, ...given };
    const changed = settingNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    if (changed.length === 0) return before;
    const event = eventOf("org.updated", after, by, { old: picked(before, changed), new: picked(after, changed) });
    await by.audit.transact((row) =>
      createWriteTransaction({ Org, Credential, ActivityRow, AuditRow }, (write) => [
        write.Org.patch({ customer_id: customerId })
          .set({ ...settingsOf(after), version: version + 1 })
          .where((org, { eq }) => eq(org.version, version))
          .commit(),
        write.Credential.patch({ prefix: after.api_key_prefix }).set({ org: after }).commit(),
        write.ActivityRow.create(event).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
    return after;
  });
}

/** Gives an org another key; the old one stops working at once. `org_api_key` is the plaintext, stored nowhere. Null when there is no such org. */
export async function rotateOrgKey(
  customerId: string,
  by: Caller,
): Promise<(OrgIdentity & { readonly org_api_key: string }) | null> {
  return retried(customerId, async (before, version) => {
    const { key, prefix, salt, digest } = newCredential("org");
    const after: OrgIdentity = { ...before, api_key_prefix: prefix };
    const event = eventOf("org.key_rotated", after, by, { old: before.api_key_prefix, new: prefix });
    await by.audit.transact((row) =>
      createWriteTransaction({ Org, Credential, ActivityRow, AuditRow }, (write) => [
        write.Org.patch({ customer_id: customerId })
          .set({ api_key_prefix: prefix, version: version + 1 })
          .where((org, { eq }) => eq(org.version, version))
          .commit(),
        write.Credential.delete({ prefix: before.api_key_prefix }).commit(),
        write.Credential.create({ prefix, salt, digest, active: true, org: after }).commit(),
        write.ActivityRow.create(event).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
    return { ...after, org_api_key: key };
  });
}

/** Makes a change from the org as it is, and again when another request was faster. */
async function retried<T>(
  customerId: string,
  change: (org: OrgIdentity, version: number) => Promise<T>,
): Promise<T | null> {
  return retriedWhenOvertaken(async () => {
    const { data } = await Org.get({ customer_id: customerId }).go({ consistent: true });
    return data && change(identityOf(data), data.version);
  });
}

const eventOf = (kind: EventKind, org: OrgIdentity, { actor, now }: Caller, detail: Readonly<Record<string, Json>>) =>
  activity(kind, { id: newId(), occurredAt: now, org, actor, targetId: org.id, target: org.customer_name, detail });

const settingsOf = ({ customer_name, modules_enabled, scan_interval_days, is_active }: OrgIdentity): OrgSettings => ({
  customer_name,
  modules_enabled,
  scan_interval_days,
  is_active,
});

const picked = (org: OrgIdentity, names: readonly (keyof OrgSettings)[]): Record<string, Json> =>
  Object.fromEntries(
    names.map((name) => [name, name === "modules_enabled" ? [...org.modules_enabled] : org[name]] as const),
  );
