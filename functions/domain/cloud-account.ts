import type { CloudAccountStatus } from "./vocabulary.ts";

/** Most accounts of an org: they are kept in one item. */
export const ACCOUNTS_MAX = 100;

/** A customer's cloud account, as far as the customer has connected it. */
export interface CloudAccount {
  readonly id: string;
  readonly name: string | null;
  /** The read-only role that the customer made for the service; null until it is there. */
  readonly role_arn: string | null;
  /** What the role's trust policy must ask for. Made by the service, so that no customer can choose that of another. */
  readonly external_id: string;
  readonly status: CloudAccountStatus;
  /** Why it is invalid, else null. */
  readonly reason: string | null;
  readonly last_validated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What a customer says of an account. */
export interface AccountInput {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly role_arn?: string | undefined;
}

/** ARN of an IAM role. AWS allows some more characters in its path, which mean something in the policies that will name it. */
export const ROLE_ARN = /^arn:aws(-[a-z]+)*:iam::\d{12}:role\/([\w+=,.@-]{1,256}\/){0,8}[\w+=,.@-]{1,64}$/;

/** The number of the AWS account that an IAM ARN names. */
export const accountNumber = (arn: string): string => arn.split(":")[4] ?? "";

/**
 * The account that the input speaks of: the one with its id; else the one with the account number of its role; else, as
 * it brings the first role, the only one without a role. Null when there is none. Input without id and role is about a
 * new account.
 */
export function accountFor(accounts: readonly CloudAccount[], { id, role_arn }: AccountInput): CloudAccount | null {
  if (id !== undefined) return accounts.find((account) => account.id === id) ?? null;
  if (role_arn === undefined) return null;
  const waiting = accounts.filter((account) => account.role_arn === null);
  return connectedAs(accounts, role_arn) ?? (waiting.length === 1 ? (waiting[0] ?? null) : null);
}

/** The account that has a role in the AWS account of the given one. */
export const connectedAs = (accounts: readonly CloudAccount[], roleArn: string): CloudAccount | null =>
  accounts.find(({ role_arn }) => role_arn !== null && accountNumber(role_arn) === accountNumber(roleArn)) ?? null;

/** A new account. Both ids are fresh UUIDs. */
export const newAccount = (ids: { id: string; externalId: string }, input: AccountInput, now: Date): CloudAccount => ({
  id: ids.id,
  name: input.name ?? null,
  role_arn: input.role_arn ?? null,
  external_id: ids.externalId,
  status: "pending",
  reason: null,
  last_validated_at: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** The account with what the input says. A role, even the same as before, is one that was not validated yet. */
export const updatedAccount = (account: CloudAccount, { name, role_arn }: AccountInput, now: Date): CloudAccount => ({
  ...account,
  name: name ?? account.name,
  ...(role_arn === undefined ? {} : { role_arn, status: "pending", reason: null, last_validated_at: null }),
  updated_at: now.toISOString(),
});

/** The account after a test of its role's trust; `reason` says why it failed, null: it did not. */
export const validatedAccount = (account: CloudAccount, reason: string | null, now: Date): CloudAccount => ({
  ...account,
  status: reason === null ? "validated" : "invalid",
  reason,
  last_validated_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/**
 * Why the service cannot take a role, in words for the customer; null when it can. The service's own account holds no
 * customer, and a role there might trust whoever is in it.
 */
export function unfitRole(roleArn: string, assumerArn: string | null): string | null {
  if (assumerArn === null) return null;
  const [partition, own] = [roleArn, assumerArn].map((arn) => arn.split(":")[1]);
  if (partition !== own) return `is a role of the partition ${partition}, which cannot be reached from ${own}`;
  if (accountNumber(roleArn) === accountNumber(assumerArn)) return "is a role of the account of this service";
  return null;
}
