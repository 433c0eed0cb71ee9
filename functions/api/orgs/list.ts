import * as z from "zod";
import { listOrgs } from "../../store/orgs.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationById } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { asIs, listed } from "../list.ts";
import { org } from "../schemas.ts";

export const listOrgsEndpoint = endpoint({
  operationId: "listOrgs",
  method: "GET",
  path: "/orgs",
  auth: "admin",
  tag: "Orgs",
  summary: "List orgs, newest first",
  description: "All orgs of the deployment, inactive ones as well.",
  query: z.object(paginationById(500)),
  responses: { 200: z.array(org) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ query }) {
    return listed(await listOrgs(query), query.limit, asIs, ({ id }) => id);
  },
});

export const handler = lambda(listOrgsEndpoint);
