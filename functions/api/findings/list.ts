import * as z from "zod";
import { findingCursor, listFindings } from "../../store/findings.ts";
import { endpoint } from "../endpoint.ts";
import { flag, linkHeader, paginationByCursor } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { finding, findingClass, findingStatus, moduleName, severity } from "../schemas.ts";
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
    severity: severity.optional().meta({ description: "Findings of this severity only" }),
    status: findingStatus.optional().meta({ description: "Findings in this status only" }),
    finding_class: findingClass.optional().meta({ description: "Findings of this class only" }),
    module: moduleName.optional().meta({ description: "Findings of this module only" }),
    include_inventory: flag.meta({ description: "Show findings of class `inventory` as well" }),
    include_duplicates: flag.meta({ description: "Show findings that repeat another scanner's as well" }),
    ...paginationByCursor(),
  }),
  responses: { 200: z.array(finding) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const { limit, offset, after, ...filter } = query;
    const findings = await listFindings(org.id, filter, { limit, offset, after });
    return listed(findings, limit, findingView, findingCursor);
  },
});

export const handler = lambda(listFindingsEndpoint);
