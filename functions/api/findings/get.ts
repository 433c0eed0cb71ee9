import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { currentFinding } from "../../store/finding-lists.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { finding } from "../schemas.ts";
import { findingView } from "../views.ts";

export const getFindingEndpoint = endpoint({
  operationId: "getFinding",
  method: "GET",
  path: "/org/findings/{finding_id}",
  auth: "org",
  tag: "Findings",
  summary: "Show a finding",
  description: "Shows any finding of the org, also one that lists hide.",
  params: z.object({ finding_id: id.meta({ description: "Id of the finding" }) }),
  responses: { 200: finding },
  errors: { 404: { meaning: "The org has no such finding", detail: "Finding not found" } },
  grant: "read",
  async handle({ org, params }) {
    const found = await currentFinding(org.id, params.finding_id);
    if (!found) throw notFound("Finding");
    return ok(findingView(found));
  },
});

export const handler = lambda(getFindingEndpoint);
