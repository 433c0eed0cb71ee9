import { createWriteTransaction } from "electrodb";
import { newCredential } from "./credentials.ts";
import { AdminKey } from "./entities/admin-key.ts";
import { Credential } from "./entities/credential.ts";
import { newId } from "./ids.ts";
import { page } from "./page.ts";
import { ConditionFailed, transact } from "./transaction.ts";

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
  now: Date,
): Promise<AdminKeyRecord & { readonly admin_key: string }> {
  const { key, prefix, salt, digest } = newCredential("adm");
  const record = { id: newId(), name, key_prefix: prefix, active: true, created_at: now.toISOString() };
  const admin = { id: record.id, name, key_prefix: prefix };
  await transact(() =>
    createWriteTransaction({ AdminKey, Credential }, (write) => [
      write.AdminKey.create(record).commit(),
      write.Credential.create({ prefix, salt, digest, active: true, admin }).commit(),
    ]),
  );
  return { ...record, admin_key: key };
}

/** Admin keys, newest first. */
export const listAdminKeys = (limit: number, offset: number): Promise<AdminKeyRecord[]> =>
  page({ limit, offset }, (cursor, rows) =>
    AdminKey.query.primary({}).go({ order: "desc", consistent: true, cursor, limit: rows }),
  );

/** Revokes a key at once. False when there is none with that id; revoking twice is the same as once. */
export async function revokeAdminKey(id: string): Promise<boolean> {
  const { data } = await AdminKey.get({ id }).go({ consistent: true });
  if (!data) return false;
  try {
    await transact(() =>
      createWriteTransaction({ AdminKey, Credential }, (write) => [
        write.AdminKey.patch({ id }).set({ active: false }).commit(),
        write.Credential.patch({ prefix: data.key_prefix }).set({ active: false }).commit(),
      ]),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
