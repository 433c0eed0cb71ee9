import * as z from "zod";
import { listRules, ruleCursor } from "../../store/suppressions.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationOfSuppressions } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { suppression } from "../schemas-suppressions.ts";
import { suppressionView } from "../views-suppressions.ts";

export const listSuppressionsEndpoint = endpoint({
  operationId: "listSuppressions",
  method: "GET",
  path: "/org/suppressions",
  auth: "org",
  tag: "Suppressions",
  summary: "List the rules that suppress findings, newest first",
  description:
    "An answer to a finding makes a rule, with `suppress_similar`. A rule that an answer has taken back, or that was removed, is not listed; one whose time is over is, until the next scan has taken it back.",
  query: z.object(paginationOfSuppressions()),
  responses: { 200: z.array(suppression) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  extension: true,
  async handle({ org, query, now }) {
    const rules = await listRules(org.id, query);
    return listed(rules, query.limit, (rule) => suppressionView(rule, now), ruleCursor);
  },
});

export const handler = lambda(listSuppressionsEndpoint);
