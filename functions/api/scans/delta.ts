import * as z from "zod";
import { ApiError, notFound } from "../../domain/errors.ts";
import { getScan } from "../../store/scans.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { scanDelta } from "../schemas-scans.ts";

export const getDeltaEndpoint = endpoint({
  operationId: "getScanDelta",
  method: "GET",
  path: "/org/scans/{scan_id}/delta",
  auth: "org",
  tag: "Scans",
  summary: "Show what a scan changed, as counts of findings",
  description: "Exists once the scan is completed or partial. Only a full scan can say that a finding is gone.",
  params: z.object({ scan_id: id.meta({ description: "Id of the scan" }) }),
  responses: { 200: scanDelta },
  errors: {
    404: {
      meaning: "The org has no such scan, or the scan has no delta: it is still going on, failed or was cancelled",
      detail: {
        unknown: "Scan not found",
        no_delta: "The scan is running: a delta exists once a scan is completed or partial",
      },
    },
  },
  grant: "read",
  async handle({ org, params }) {
    const scan = await getScan(org.id, params.scan_id);
    if (!scan) throw notFound("Scan");
    if (!scan.delta)
      throw new ApiError(404, `The scan is ${scan.status}: a delta exists once a scan is completed or partial`);
    return ok(scan.delta);
  },
});

export const handler = lambda(getDeltaEndpoint);
