import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { removeRule } from "../../store/suppressions.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";

export const removeSuppressionEndpoint = endpoint({
  operationId: "removeSuppression",
  method: "DELETE",
  path: "/org/suppressions/{suppression_id}",
  auth: "org",
  tag: "Suppressions",
  summary: "Remove a rule; what it suppressed returns",
  description:
    "Each finding that got its status from the rule, and has not been answered since, is `new` or `reopened` again, as it would be without the rule; the finding whose answer made the rule is `reopened`. The first 200 return at once. Those beyond return with the next scan, or when the call is repeated: it answers 204 until all of them have.",
  params: z.object({ suppression_id: id.meta({ description: "Id of the rule" }) }),
  responses: { 204: null },
  errors: { 404: { meaning: "The org has no such rule", detail: "Suppression not found" } },
  grant: "write",
  extension: true,
  async handle({ org, params, by }) {
    if (!(await removeRule(org, params.suppression_id, by))) throw notFound("Suppression");
    return noContent;
  },
});

export const handler = lambda(removeSuppressionEndpoint);
