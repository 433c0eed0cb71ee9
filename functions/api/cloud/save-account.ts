import { randomUUID } from "node:crypto";
import * as z from "zod";
import { assumerArn } from "../../cloud/assumer.ts";
import {
  ACCOUNTS_MAX,
  type AccountInput,
  accountFor,
  accountNumber,
  type CloudAccount,
  connectedAs,
  newAccount,
  ROLE_ARN,
  unfitRole,
  updatedAccount,
} from "../../domain/cloud-account.ts";
import { conflict, notFound, unprocessable } from "../../domain/errors.ts";
import { changeAccounts } from "../../store/cloud-accounts.ts";
import { created, endpoint, ok } from "../endpoint.ts";
import { id, name } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { cloudAccount } from "../schemas-cloud.ts";
import { accountView } from "../views-cloud.ts";

export const saveCloudAccountEndpoint = endpoint({
  operationId: "saveCloudAccount",
  method: "POST",
  path: "/org/cloud/accounts",
  auth: "org",
  tag: "Cloud",
  summary: "Connect a cloud account: create its record, later save its role",
  description:
    "The first call, with `{}` or a `name`, answers 201 with the `external_id` and `assumer_arn` for the role's trust policy. A later call with `role_arn` saves the role: to the account with the `id`, else to the one with the account number of the ARN, else to the only one without a role, and answers 200; else it creates one. Whoever saves a role makes the account `pending`, until it is validated again. An org has at most 100 accounts.",
  body: z.object({
    id: id.optional().meta({ description: "The account to change", example: "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73" }),
    name: name.optional().meta({ description: "The caller's name for the account", example: "Production" }),
    role_arn: z.string().trim().regex(ROLE_ARN, "is no ARN of an IAM role").optional().meta({
      description: "The read-only role in the account, for the service to assume",
      example: "arn:aws:iam::123456789012:role/PalisadeReadOnly",
    }),
  }),
  module: () => "cloud",
  responses: { 200: cloudAccount, 201: cloudAccount },
  examples: {
    200: { status: "pending", last_validated_at: null },
    201: { status: "pending", last_validated_at: null, account_id: null, role_arn: null },
  },
  errors: {
    403: "The module is not enabled for the org",
    404: { meaning: "The org has no account with the `id`", detail: "Cloud account not found" },
    409: {
      meaning: "The org has another record for the role's account",
      detail: "Account 123456789012 is connected already",
    },
  },
  grant: "write",
  async handle({ org, body, by, now }) {
    refuseUnfitRole(body);
    const fresh = newAccount({ id: randomUUID(), externalId: randomUUID() }, body, now);
    let saved: CloudAccount = fresh;
    await changeAccounts(org, by, (before) => {
      const current = currentOrThrow(before, body);
      saved = current ? updatedAccount(current, body, now) : fresh;
      by.audit.status = current ? 200 : 201;
      const detail = { role_arn: saved.role_arn };
      if (!current) return { accounts: [...before, saved], event: "cloud.account_added", target: saved, detail };
      return {
        accounts: before.map((one) => (one === current ? saved : one)),
        event: "cloud.account_updated",
        target: saved,
        detail: { ...detail, old_role_arn: current.role_arn },
      };
    });
    return saved === fresh ? created(accountView(saved)) : ok(accountView(saved));
  },
});

export const handler = lambda(saveCloudAccountEndpoint);

function refuseUnfitRole({ role_arn }: AccountInput): void {
  const reason = role_arn === undefined ? null : unfitRole(role_arn, assumerArn());
  if (reason !== null) throw unprocessable(`role_arn: ${reason}`);
}

/** The account that the input changes; null when it makes a new one. Throws 404, 409 or 422 when it can do neither. */
function currentOrThrow(accounts: readonly CloudAccount[], input: AccountInput): CloudAccount | null {
  const current = accountFor(accounts, input);
  if (!current && input.id !== undefined) throw notFound("Cloud account");
  const connected = input.role_arn === undefined ? null : connectedAs(accounts, input.role_arn);
  if (connected && connected !== current)
    throw conflict(`Account ${accountNumber(connected.role_arn ?? "")} is connected already`);
  if (!current && accounts.length >= ACCOUNTS_MAX)
    throw unprocessable(`An org may have at most ${ACCOUNTS_MAX} cloud accounts`);
  return current;
}
