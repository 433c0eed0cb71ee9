import { accountNumber, type CloudAccount } from "../domain/cloud-account.ts";
import type { CloudResult } from "../domain/compliance.ts";
import { listAccounts } from "./cloud-accounts.ts";
import { readSnapshot, removeSnapshot, snapshotHead, writeSnapshot } from "./snapshots.ts";

/** What the last scan of an account found. */
export interface AccountResults {
  readonly account: CloudAccount;
  readonly scanId: string;
  /** Time of the scan, ISO 8601. */
  readonly generatedAt: string;
  readonly rows: readonly CloudResult[];
}

const nameOf = (accountId: string): string => `cloud-results:${accountId}`;

/**
 * The results of the org's accounts that have some, in the order of the accounts; those of accounts that were removed are
 * out of reach. `account` narrows them to the one with this id or account number.
 */
export async function readResults(orgId: string, account?: string): Promise<AccountResults[]> {
  const accounts = await listAccounts(orgId);
  const wanted = accounts.filter((one) => account === undefined || isNamed(one, account));
  const results = await Promise.all(wanted.map((one) => resultsOf(orgId, one)));
  return results.filter((one) => one !== null);
}

/** Replaces the results of an account by those of a scan. A second call for the same scan changes nothing. */
export async function writeResults(
  orgId: string,
  accountId: string,
  scanId: string,
  rows: readonly CloudResult[],
  now: Date,
): Promise<void> {
  const name = nameOf(accountId);
  const before = (await snapshotHead(orgId, name))?.version ?? null;
  if (before === scanId) return;
  const snapshot = { version: scanId, rows, facts: { generated_at: now.toISOString() } };
  if (!(await writeSnapshot(orgId, name, snapshot, before, now)))
    throw new Error("the results of the account were changed by another scan at the same time");
}

/** Removes the results of an account that is there no more. */
export const removeResults = (orgId: string, accountId: string, now: Date): Promise<void> =>
  removeSnapshot(orgId, nameOf(accountId), now);

const isNamed = ({ id, role_arn }: CloudAccount, account: string): boolean =>
  id === account || (role_arn !== null && accountNumber(role_arn) === account);

async function resultsOf(orgId: string, account: CloudAccount): Promise<AccountResults | null> {
  const snapshot = await readSnapshot<CloudResult>(orgId, nameOf(account.id));
  if (!snapshot) return null;
  const { version, facts } = snapshot;
  // A role of another account may have taken the place of the one that was scanned.
  const rows = snapshot.rows.filter(({ account_id }) => account_id === accountNumber(account.role_arn ?? ""));
  return { account, scanId: version, generatedAt: String(facts.generated_at), rows };
}
