import * as z from "zod";
import { ApiError, notFound } from "../../domain/errors.ts";
import { getScan } from "../../store/scans.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { feedbackValidation } from "../schemas-scans.ts";

export const getFeedbackValidationEndpoint = endpoint({
  operationId: "getFeedbackValidation",
  method: "GET",
  path: "/org/scans/{scan_id}/feedback-validation",
  auth: "org",
  tag: "Scans",
  summary: "Show how the customer's answers held up against a scan",
  description: "Exists once the scan is completed or partial. Only a full scan can say that a finding is gone.",
  params: z.object({ scan_id: id.meta({ description: "Id of the scan" }) }),
  responses: { 200: feedbackValidation },
  errors: {
    404: {
      meaning: "The org has no such scan, or it has judged no findings: it is still going on, failed or was cancelled",
      detail: {
        unknown: "Scan not found",
        not_judged: "The scan is running: feedback is validated once a scan is completed or partial",
      },
    },
  },
  grant: "read",
  async handle({ org, params }) {
    const scan = await getScan(org.id, params.scan_id);
    if (!scan) throw notFound("Scan");
    if (!scan.feedback_validation)
      throw new ApiError(404, `The scan is ${scan.status}: feedback is validated once a scan is completed or partial`);
    return ok({ scan_id: scan.id, ...scan.feedback_validation });
  },
});

export const handler = lambda(getFeedbackValidationEndpoint);
