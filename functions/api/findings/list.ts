import * as z from "zod";
import { findingCursor } from "../../store/finding-index.ts";
import { listFindings } from "../../store/finding-lists.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationOfFindings } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { finding } from "../schemas.ts";
import { findingFilter } from "../schemas-findings.ts";
import { findingView } from "../views.ts";

export const listFindingsEndpoint = endpoint({
  operationId: "listFindings",
  method: "GET",
  path: "/org/findings",
  auth: "org",
  tag: "Findings",
  summary: "List findings of all modules, newest first",
  description:
    "Hidden are findings of class `inventory`, unless `include_inventory` or `finding_class` asks for them; findings with status `false_positive`, unless `status` asks for them; and duplicates, unless `include_duplicates` does. Filters are combined.",
  query: z.object({
    ...findingFilter,
    ...paginationOfFindings(),
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
