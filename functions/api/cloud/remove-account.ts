import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { openLogger } from "../../log/logger.ts";
import { changeAccounts } from "../../store/cloud-accounts.ts";
import { removeResults } from "../../store/cloud-results.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";

const logger = openLogger("cloud");

export const removeCloudAccountEndpoint = endpoint({
  operationId: "removeCloudAccount",
  method: "DELETE",
  path: "/org/cloud/accounts/{id}",
  auth: "org",
  tag: "Cloud",
  summary: "Remove a cloud account and its results",
  description:
    "Scans leave it out from now on, and its results are gone. The role stays in the customer's account, for the customer to delete.",
  params: z.object({ id: id.meta({ description: "Id of the account's record" }) }),
  module: () => "cloud",
  responses: { 204: null },
  errors: {
    403: "The module is not enabled for the org",
    404: { meaning: "The org has no such account", detail: "Cloud account not found" },
  },
  grant: "write",
  async handle({ org, params, by, now }) {
    await changeAccounts(org, by, (before) => {
      const current = before.find(({ id }) => id === params.id);
      if (!current) throw notFound("Cloud account");
      return {
        accounts: before.filter((one) => one !== current),
        event: "cloud.account_removed",
        target: current,
        detail: { role_arn: current.role_arn },
      };
    });
    // The account is gone, and nobody can read its results any more, whatever becomes of them.
    await removeResults(org.id, params.id, now).catch((error) =>
      logger.error("results of a removed cloud account are left", { org_id: org.id, account: params.id, error }),
    );
    return noContent;
  },
});

export const handler = lambda(removeCloudAccountEndpoint);
