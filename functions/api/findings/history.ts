import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { listHistory } from "../../store/finding-history.ts";
import { getFinding } from "../../store/findings.ts";
import { endpoint } from "../endpoint.ts";
import { id, linkHeader, paginationOfHistory } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { findingEvent } from "../schemas-findings.ts";
import { findingEventView } from "../views-findings.ts";

export const listHistoryEndpoint = endpoint({
  operationId: "listFindingHistory",
  method: "GET",
  path: "/org/findings/{finding_id}/history",
  auth: "org",
  tag: "Findings",
  summary: "List what became of a finding's status, newest first",
  description:
    "Every answer of the customer is an event, also one that gives the status that the finding has. A scan that leaves the status as it is leaves no event.",
  params: z.object({ finding_id: id.meta({ description: "Id of the finding" }) }),
  query: z.object(paginationOfHistory()),
  responses: { 200: z.array(findingEvent) },
  responseHeaders: { 200: linkHeader },
  errors: { 404: { meaning: "The org has no such finding", detail: "Finding not found" } },
  grant: "read",
  async handle({ org, params, query }) {
    const [finding, events] = await Promise.all([
      getFinding(org.id, params.finding_id),
      listHistory(org.id, params.finding_id, query),
    ]);
    if (!finding) throw notFound("Finding");
    return listed(events, query.limit, findingEventView, ({ position }) => position);
  },
});

export const handler = lambda(listHistoryEndpoint);
