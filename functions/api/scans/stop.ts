import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { requestStop } from "../../store/scan-requests.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { progress } from "../schemas-scans.ts";

export const stopScanEndpoint = endpoint({
  operationId: "stopScan",
  method: "POST",
  path: "/org/scans/{scan_id}/stop",
  auth: "org",
  tag: "Scans",
  summary: "Stop a scan: at once if pending, at the next stage boundary if running",
  description:
    "A pending scan is `cancelled` at once. A running one answers `running` with `cancel_requested`, ends its stage and is then cancelled. A scan that is over answers 200 and stays as it is.",
  params: z.object({ scan_id: id.meta({ description: "Id of the scan" }) }),
  responses: { 200: progress.pick({ scan_id: true, status: true, cancel_requested: true }) },
  examples: { 200: { status: "running", cancel_requested: true } },
  errors: { 404: { meaning: "The org has no such scan", detail: "Scan not found" } },
  grant: "write",
  async handle({ org, params, by }) {
    const scan = await requestStop(org, params.scan_id, by);
    if (!scan) throw notFound("Scan");
    return ok({ scan_id: scan.id, status: scan.status, cancel_requested: scan.cancel_requested });
  },
});

export const handler = lambda(stopScanEndpoint);
