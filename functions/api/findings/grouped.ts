import * as z from "zod";
import { listGroups } from "../../store/finding-lists.ts";
import { endpoint, ok } from "../endpoint.ts";
import { pagination } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { findingFilter, findingGroup } from "../schemas-findings.ts";
import { assetsShown, groupView } from "../views-findings.ts";

export const listGroupsEndpoint = endpoint({
  operationId: "listFindingGroups",
  method: "GET",
  path: "/org/findings/grouped",
  auth: "org",
  tag: "Findings",
  summary: "List findings by issue, worst first, each with its affected assets",
  description:
    "Findings of one module, rule and CVE are one issue. The worst severity comes first, then the issue with most findings, then by `group_key`. What is hidden in the list of findings is hidden here, and counted nowhere. An issue shows its first 100 assets, or with a `limit` above 100 its first 10,000 / `limit`, and counts them all.",
  query: z.object({ ...findingFilter, ...pagination() }),
  responses: { 200: z.array(findingGroup) },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const { limit, offset, ...filter } = query;
    const groups = await listGroups(org.id, filter, { limit, offset });
    return ok(groups.map((group) => groupView(group, assetsShown(limit))));
  },
});

export const handler = lambda(listGroupsEndpoint);
