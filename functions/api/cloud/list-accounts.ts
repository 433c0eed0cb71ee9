import * as z from "zod";
import { listAccounts } from "../../store/cloud-accounts.ts";
import { endpoint, ok } from "../endpoint.ts";
import { pagination } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { cloudAccount } from "../schemas-cloud.ts";
import { accountView } from "../views-cloud.ts";

export const listCloudAccountsEndpoint = endpoint({
  operationId: "listCloudAccounts",
  method: "GET",
  path: "/org/cloud/accounts",
  auth: "org",
  tag: "Cloud",
  summary: "List the connected cloud accounts, newest first",
  description: "An org has at most 100, so that one page holds them all.",
  query: z.object(pagination(500)),
  module: () => "cloud",
  responses: { 200: z.array(cloudAccount) },
  errors: { 403: "The module is not enabled for the org" },
  grant: "read",
  async handle({ org, query }) {
    const accounts = await listAccounts(org.id);
    return ok(
      accounts
        .toReversed()
        .slice(query.offset, query.offset + query.limit)
        .map(accountView),
    );
  },
});

export const handler = lambda(listCloudAccountsEndpoint);
