import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { changeOrg } from "../../store/org-changes.ts";
import { endpoint, ok } from "../endpoint.ts";
import { customerId, intervalDays, moduleList, name } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { org } from "../schemas.ts";

export const changeOrgEndpoint = endpoint({
  operationId: "changeOrg",
  method: "PATCH",
  path: "/orgs/{customer_id}",
  auth: "admin",
  tag: "Orgs",
  summary: "Change the name, modules, scan interval or activity of an org; what is left out stays",
  description:
    "An org with `is_active` false is refused: its key answers 401 until it is active again. Its data stays. A module that is taken away keeps its findings and lets a running scan end.",
  params: z.object({ customer_id: customerId }),
  body: z.object({
    customer_name: name.optional().meta({ description: "For people to read", example: "Acme GmbH" }),
    modules_enabled: moduleList.optional(),
    scan_interval_days: intervalDays.optional(),
    is_active: z.boolean().optional().meta({ description: "False locks the org out", example: true }),
  }),
  responses: { 200: org },
  errors: { 404: { meaning: "No org has this customer_id", detail: "Org not found" } },
  grant: "write",
  extension: true,
  async handle({ params, body, by }) {
    const changed = await changeOrg(params.customer_id, body, by);
    if (!changed) throw notFound("Org");
    return ok(changed);
  },
});

export const handler = lambda(changeOrgEndpoint);
