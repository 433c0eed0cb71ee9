import * as z from "zod";
import { listFindings } from "../../store/findings.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { finding, findingClass, findingStatus, flag, moduleName, pagination, severity } from "../schemas.ts";
import { findingView } from "../views.ts";

export const listFindingsEndpoint = endpoint({
  operationId: "listFindings",
  method: "GET",
  path: "/org/findings",
  auth: "org",
  tag: "Findings",
  summary: "List findings of all modules, newest first",
  description:
    "Findings of class `inventory` and findings with status `false_positive` are hidden unless `include_inventory`, or an explicit `finding_class` or `status`, asks for them.",
  query: z.object({
    severity: severity.optional(),
    status: findingStatus.optional(),
    finding_class: findingClass.optional(),
    module: moduleName.optional(),
    include_inventory: flag,
    include_duplicates: flag,
    ...pagination(),
  }),
  responses: { 200: z.array(finding) },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const { limit, offset, ...filter } = query;
    return ok((await listFindings(org.id, filter, { limit, offset })).map(findingView));
  },
});

export const handler = lambda(listFindingsEndpoint);
