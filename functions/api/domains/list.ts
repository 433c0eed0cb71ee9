import * as z from "zod";
import { listSeeds } from "../../store/domains.ts";
import { endpoint, ok } from "../endpoint.ts";
import { pagination } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { domain } from "../schemas.ts";

export const listDomainsEndpoint = endpoint({
  operationId: "listDomains",
  method: "GET",
  path: "/org/domains",
  auth: "org",
  tag: "Domains",
  summary: "List the org's seeds, newest first",
  description: "An EASM scan begins at these. An org has at most 500, so that one page holds them all.",
  query: z.object(pagination(500)),
  responses: { 200: z.array(domain) },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const seeds = await listSeeds(org.id);
    return ok(seeds.toReversed().slice(query.offset, query.offset + query.limit));
  },
});

export const handler = lambda(listDomainsEndpoint);
