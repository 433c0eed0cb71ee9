import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { rotateOrgKey } from "../../store/org-changes.ts";
import { endpoint, ok } from "../endpoint.ts";
import { customerId } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { orgCreated } from "../schemas.ts";

export const rotateOrgKeyEndpoint = endpoint({
  operationId: "rotateOrgKey",
  method: "POST",
  path: "/orgs/{customer_id}/rotate-key",
  auth: "admin",
  tag: "Orgs",
  summary: "Replace the key of an org; the new one is shown only in this answer, the old one stops working at once",
  description: "A request with the old key answers 401 from now on, so store the new one before anything else.",
  params: z.object({ customer_id: customerId }),
  responses: { 200: orgCreated },
  errors: { 404: { meaning: "No org has this customer_id", detail: "Org not found" } },
  grant: "write",
  async handle({ params, by }) {
    const rotated = await rotateOrgKey(params.customer_id, by);
    if (!rotated) throw notFound("Org");
    return ok(rotated);
  },
});

export const handler = lambda(rotateOrgKeyEndpoint);
