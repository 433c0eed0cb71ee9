import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { listRuns } from "../../store/runs.ts";
import { getScan } from "../../store/scans.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { scan as scanSchema } from "../schemas-scans.ts";
import { runView, scanView } from "../views.ts";

export const getScanEndpoint = endpoint({
  operationId: "getScan",
  method: "GET",
  path: "/org/scans/{scan_id}",
  auth: "org",
  tag: "Scans",
  summary: "Show a scan with the run of each scanner",
  description: "For a bar that moves, poll the smaller `GET /org/scans/{scan_id}/progress`.",
  params: z.object({ scan_id: id.meta({ description: "Id of the scan" }) }),
  responses: { 200: scanSchema },
  errors: { 404: { meaning: "The org has no such scan", detail: "Scan not found" } },
  grant: "read",
  async handle({ org, params }) {
    // Runs are filed under the scan alone: they are shown only once the scan has proved to be the org's own.
    const [scan, runs] = await Promise.all([getScan(org.id, params.scan_id), listRuns(params.scan_id)]);
    if (!scan) throw notFound("Scan");
    return ok({ ...scanView(scan, runs), runs: runs.map((run) => runView(run, scan)) });
  },
});

export const handler = lambda(getScanEndpoint);
