import * as z from "zod";
import { testTrust } from "../../cloud/trust.ts";
import { type CloudAccount, validatedAccount } from "../../domain/cloud-account.ts";
import { conflict, notFound, unavailable } from "../../domain/errors.ts";
import { openLogger } from "../../log/logger.ts";
import { changeAccounts, listAccounts } from "../../store/cloud-accounts.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { cloudAccount } from "../schemas-cloud.ts";
import { accountView } from "../views-cloud.ts";

const logger = openLogger("cloud");

const NO_ROLE = "The cloud account has no role ARN yet";
const ROLE_CHANGED = "The role ARN was changed during the test; validate the account again";
const UNTESTED = "The role could not be tested: AWS STS did not answer as it should. The account stays as it was";

export const validateCloudAccountEndpoint = endpoint({
  operationId: "validateCloudAccount",
  method: "POST",
  path: "/org/cloud/accounts/{id}/validate",
  auth: "org",
  tag: "Cloud",
  summary: "Test live whether the service can assume the account's role, and only with its external ID",
  description:
    "Answers 200 in both outcomes: `validated`, or `invalid` with a `reason` that says what to change. The role must be assumable with the external ID, must not be assumable without it, and must be of the account that its ARN names.",
  params: z.object({ id: id.meta({ description: "Id of the account's record" }) }),
  module: () => "cloud",
  responses: { 200: cloudAccount },
  errors: {
    403: "The module is not enabled for the org",
    404: { meaning: "The org has no such account", detail: "Cloud account not found" },
    409: {
      meaning: "There is no role to test, or not the same one any more",
      detail: { no_role: NO_ROLE, changed: ROLE_CHANGED },
    },
    503: { meaning: "The test could not be made; the account stays as it was", detail: UNTESTED },
  },
  grant: "cloud-trust",
  async handle({ org, params, by, now }) {
    const tested = accountOrThrow(await listAccounts(org.id), params.id);
    if (tested.role_arn === null) throw conflict(NO_ROLE);
    const reason = await reasonOfDistrust(tested.role_arn, tested.external_id);
    let judged = tested;
    await changeAccounts(org, by, (before) => {
      const current = accountOrThrow(before, params.id);
      if (current.role_arn !== tested.role_arn) throw conflict(ROLE_CHANGED);
      judged = validatedAccount(current, reason, now);
      return {
        accounts: before.map((one) => (one === current ? judged : one)),
        event: "cloud.account_validated",
        target: judged,
        outcome: reason === null ? "ok" : "denied",
        detail: { role_arn: tested.role_arn, status: judged.status, reason },
      };
    });
    return ok(accountView(judged));
  },
});

export const handler = lambda(validateCloudAccountEndpoint);

function accountOrThrow(accounts: readonly CloudAccount[], wanted: string): CloudAccount {
  const account = accounts.find(({ id }) => id === wanted);
  if (!account) throw notFound("Cloud account");
  return account;
}

/** Null when the role is as it must be. Throws 503 when it could not be tested. */
async function reasonOfDistrust(roleArn: string, externalId: string): Promise<string | null> {
  const test = await testTrust({ roleArn, externalId });
  switch (test.outcome) {
    case "trusted":
      return null;
    case "refused":
      return test.reason;
    case "untested":
      logger.error("the trust of a role could not be tested", { error: test.cause });
      throw unavailable(UNTESTED);
    default:
      return test satisfies never;
  }
}
