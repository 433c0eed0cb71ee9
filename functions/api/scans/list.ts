import * as z from "zod";
import { listScans } from "../../store/scans.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { moduleName, pagination, scanSummary } from "../schemas.ts";
import { scanView } from "../views.ts";

export const listScansEndpoint = endpoint({
  operationId: "listScans",
  method: "GET",
  path: "/org/scans",
  auth: "org",
  tag: "Scans",
  summary: "List scans, newest first, without their runs",
  query: z.object({ ...pagination(), module: moduleName.optional() }),
  responses: { 200: z.array(scanSummary) },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    return ok((await listScans(org.id, query, query.module)).map(scanView));
  },
});

export const handler = lambda(listScansEndpoint);
