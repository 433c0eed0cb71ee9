import * as z from "zod";
import { listOrgs } from "../../store/orgs.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { org, pagination } from "../schemas.ts";

export const listOrgsEndpoint = endpoint({
  operationId: "listOrgs",
  method: "GET",
  path: "/orgs",
  auth: "admin",
  tag: "Orgs",
  summary: "List orgs, newest first",
  query: z.object(pagination(500)),
  responses: { 200: z.array(org) },
  errors: {},
  grant: "read",
  async handle({ query }) {
    return ok(await listOrgs(query.limit, query.offset));
  },
});

export const handler = lambda(listOrgsEndpoint);
