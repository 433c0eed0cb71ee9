import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { getOrg } from "../../store/orgs.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { org } from "../schemas.ts";

export const getOrgEndpoint = endpoint({
  operationId: "getOrg",
  method: "GET",
  path: "/orgs/{customer_id}",
  auth: "admin",
  tag: "Orgs",
  summary: "Show an org, without its key",
  params: z.object({ customer_id: z.string().min(1).max(200) }),
  responses: { 200: org },
  errors: { 404: "No org has this customer_id" },
  grant: "read",
  async handle({ params }) {
    const found = await getOrg(params.customer_id);
    if (!found) throw notFound("Org");
    return ok(found);
  },
});

export const handler = lambda(getOrgEndpoint);
