import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { listRuns } from "../../store/runs.ts";
import { getScan } from "../../store/scans.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { progress } from "../schemas-scans.ts";
import { progressView } from "../views.ts";

export const getProgressEndpoint = endpoint({
  operationId: "getScanProgress",
  method: "GET",
  path: "/org/scans/{scan_id}/progress",
  auth: "org",
  tag: "Scans",
  summary: "Show how far a scan is; poll every few seconds",
  description: "The smallest answer there is about a scan. It is over when `phase` is no longer `running`.",
  params: z.object({ scan_id: id.meta({ description: "Id of the scan" }) }),
  responses: { 200: progress },
  errors: { 404: { meaning: "The org has no such scan", detail: "Scan not found" } },
  grant: "read",
  async handle({ org, params }) {
    // Runs are filed under the scan alone: they are shown only once the scan has proved to be the org's own.
    const [scan, runs] = await Promise.all([getScan(org.id, params.scan_id), listRuns(params.scan_id)]);
    if (!scan) throw notFound("Scan");
    return ok(progressView(scan, runs));
  },
});

export const handler = lambda(getProgressEndpoint);
