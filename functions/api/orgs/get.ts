import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { getOrg } from "../../store/orgs.ts";
import { endpoint, ok } from "../endpoint.ts";
import { customerId } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { org } from "../schemas.ts";

export const getOrgEndpoint = endpoint({
  operationId: "getOrg",
  method: "GET",
  path: "/orgs/{customer_id}",
  auth: "admin",
  tag: "Orgs",
  summary: "Show an org, without its key",
  description: "The key itself is shown by the calls that create it only; here is its public prefix.",
  params: z.object({ customer_id: customerId }),
  responses: { 200: org },
  errors: { 404: { meaning: "No org has this customer_id", detail: "Org not found" } },
  grant: "read",
  async handle({ params }) {
    const found = await getOrg(params.customer_id);
    if (!found) throw notFound("Org");
    return ok(found);
  },
});

export const handler = lambda(getOrgEndpoint);
