import { createWriteTransaction } from "electrodb";
import type { Caller } from "./audit.ts";
import { newCredential } from "./credentials.ts";
import { AdminKey } from "./entities/admin-key.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { Credential } from "./entities/credential.ts";
import { newId } from "./ids.ts";
import { page, type Window } from "./page.ts";
import { ConditionFailed } from "./transaction.ts";

export interface AdminKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly active: boolean;
  readonly created_at: string;
}

/** Makes an admin key. `admin_key` is the plaintext, which is stored nowhere. */
export async function createAdminKey(
  name: string,
  { now, audit }: Caller,
): Promise<AdminKeyRecord & { readonly admin_key: string }> {
  const { key, prefix, salt, digest } = newCredential("adm");
  const record = { id: newId(), name, key_prefix: prefix, active: true, created_at: now.toISOString() };
  const admin = { id: record.id, name, key_prefix: prefix };
  await audit.transact((row) =>
    createWriteTransaction({ AdminKey, Credential, AuditRow }, (write) => [
      write.AdminKey.create(record).commit(),
      write.Credential.create({ prefix, salt, digest, active: true, admin }).commit(),
      write.AuditRow.create(row).commit(),
    ]),
  );
  return { ...record, admin_key: key };
}

/** Admin keys, newest first; `after` is an id. */
export const listAdminKeys = (window: Window): Promise<AdminKeyRecord[]> =>
  page(window, (cursor, limit) => {
    const keys = AdminKey.query.primary({});
    const rest = window.after === undefined ? keys : keys.lt({ id: window.after });
    return rest.go({ order: "desc", consistent: true, cursor, limit });
  });

/** Revokes a key at once. False when there is none with that id; revoking twice is the same as once. */
export async function revokeAdminKey(id: string, { audit }: Caller): Promise<boolean> {
  const { data } = await AdminKey.get({ id }).go({ consistent: true });
  if (!data) return false;
  try {
    await audit.transact((row) =>
      createWriteTransaction({ AdminKey, Credential, AuditRow }, (write) => [
        write.AdminKey.patch({ id }).set({ active: false }).commit(),
        write.Credential.patch({ prefix: data.key_prefix }).set({ active: false }).commit(),
        write.AuditRow.create(row).commit(),
      ]),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
