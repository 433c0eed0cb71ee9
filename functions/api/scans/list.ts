import * as z from "zod";
import { listScans } from "../../store/scans.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationById } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { moduleName } from "../schemas.ts";
import { scanSummary } from "../schemas-scans.ts";
import { scanView } from "../views.ts";

export const listScansEndpoint = endpoint({
  operationId: "listScans",
  method: "GET",
  path: "/org/scans",
  auth: "org",
  tag: "Scans",
  summary: "List scans, newest first, without their runs",
  description: "The history of all modules, or of the one that `module` names.",
  query: z.object({
    ...paginationById(),
    module: moduleName.optional().meta({ description: "Scans of this module only" }),
  }),
  responses: { 200: z.array(scanSummary) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    return listed(
      await listScans(org.id, query, query.module),
      query.limit,
      (scan) => scanView(scan),
      ({ id }) => id,
    );
  },
});

export const handler = lambda(listScansEndpoint);
