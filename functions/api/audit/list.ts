import * as z from "zod";
import { listAudit } from "../../store/audit.ts";
import { endpoint } from "../endpoint.ts";
import { idCursor, linkHeader, whole } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { asIs, listed } from "../list.ts";
import { auditRecord } from "../schemas-trail.ts";

const LIMIT_MAX = 1000;
const LIMIT_DEFAULT = 100;

export const listAuditEndpoint = endpoint({
  operationId: "listAudit",
  method: "GET",
  path: "/audit",
  auth: "master",
  tag: "Audit",
  summary: "List recent calls that could change something, newest first",
  description:
    "One record for each `POST`, `PATCH` and `DELETE` whose master key was right, whatever it was answered. Keys appear by their public prefixes alone; records are never changed or deleted. They are in order of arrival, and a call is on record when it is over: who follows the log reads the last minute again.",
  query: z.object({
    limit: whole(1, LIMIT_MAX).default(LIMIT_DEFAULT).meta({ description: "Most records to return", example: 100 }),
    after: idCursor,
  }),
  responses: { 200: z.array(auditRecord) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ query }) {
    return listed(await listAudit(query.limit, query.after), query.limit, asIs, ({ id }) => id);
  },
});

export const handler = lambda(listAuditEndpoint);
