import { assumerArn } from "../cloud/assumer.ts";
import { accountNumber, type CloudAccount } from "../domain/cloud-account.ts";

/** A cloud account as callers see it, with what the customer needs to write the role's trust policy. */
export const accountView = (account: CloudAccount) => ({
  id: account.id,
  provider: "aws" as const,
  name: account.name,
  account_id: account.role_arn === null ? null : accountNumber(account.role_arn),
  role_arn: account.role_arn,
  external_id: account.external_id,
  assumer_arn: assumerArn(),
  status: account.status,
  reason: account.reason,
  last_validated_at: account.last_validated_at,
  created_at: account.created_at,
  updated_at: account.updated_at,
});
