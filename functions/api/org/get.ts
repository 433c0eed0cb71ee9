import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { org as orgSchema } from "../schemas.ts";

export const getOwnOrgEndpoint = endpoint({
  operationId: "getOwnOrg",
  method: "GET",
  path: "/org",
  auth: "org",
  tag: "Org",
  summary: "Show the org of the org key",
  description: "Tells a backend whether its org key works, and which modules to show.",
  responses: { 200: orgSchema },
  errors: {},
  grant: "read",
  async handle({ org }) {
    return ok(org);
  },
});

export const handler = lambda(getOwnOrgEndpoint);
