import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { requestStop } from "../../store/scan-requests.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { scanStatus } from "../schemas.ts";

export const stopScanEndpoint = endpoint({
  operationId: "stopScan",
  method: "POST",
  path: "/org/scans/{scan_id}/stop",
  auth: "org",
  tag: "Scans",
  summary: "Stop a scan: at once if pending, at the next stage boundary if running",
  params: z.object({ scan_id: z.uuid() }),
  responses: { 200: z.object({ scan_id: z.uuid(), status: scanStatus, cancel_requested: z.boolean() }) },
  errors: { 404: "The org has no such scan" },
  grant: "write",
  async handle({ org, params, by }) {
    const scan = await requestStop(org, params.scan_id, by);
    if (!scan) throw notFound("Scan");
    return ok({ scan_id: scan.id, status: scan.status, cancel_requested: scan.cancel_requested });
  },
});

export const handler = lambda(stopScanEndpoint);
