import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { isSuppressed } from "../../domain/feedback.ts";
import { giveFeedback } from "../../store/feedback.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id, line, prose } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { finding } from "../schemas.ts";
import { feedbackStatus, suppressMatch } from "../schemas-findings.ts";
import { findingView } from "../views.ts";

const body = z
  .object({
    status: feedbackStatus,
    note: prose(2000).optional().meta({ description: "Why, for the history", example: "Public on purpose until May" }),
    actor: line(200)
      .refine((actor) => actor.toLowerCase() !== "system", "is how the service calls itself")
      .optional()
      .meta({
        description: "Who among the customer's people says so; the name of the admin key when left out",
        example: "jane@example.com",
      }),
    suppress_similar: z.boolean().optional().meta({
      description:
        "True also suppresses like findings of scans to come, and goes with `accepted_risk` and `false_positive` only. False takes that back; left out, it stays as it is while the finding stays suppressed.",
      example: true,
    }),
    suppress_match: suppressMatch.optional().meta({
      description: "What like findings have in common, `template_id` when left out. Goes with `suppress_similar` only.",
    }),
  })
  .refine(({ status, suppress_similar }) => !suppress_similar || isSuppressed(status), {
    path: ["suppress_similar"],
    message: "goes with the status accepted_risk or false_positive only",
  })
  .refine(({ suppress_similar, suppress_match }) => suppress_match === undefined || suppress_similar === true, {
    path: ["suppress_match"],
    message: "goes with suppress_similar true only",
  });

export const giveFeedbackEndpoint = endpoint({
  operationId: "giveFeedback",
  method: "PATCH",
  path: "/org/findings/{finding_id}",
  auth: "org",
  tag: "Findings",
  summary: "Answer a finding, whatever its status, and have like findings suppressed if it is to stay",
  description:
    "Each answer is kept in the history. With `suppress_similar` a rule is stored that gives findings of scans to come the same status; findings that are there already keep theirs. When the finding is answered with another status than `accepted_risk` and `false_positive`, or with another rule, the rule that it made no longer holds. 422 when the finding has no value of the kind that `suppress_match` names.",
  params: z.object({ finding_id: id.meta({ description: "Id of the finding" }) }),
  body,
  responses: { 200: finding },
  examples: { 200: { status: "accepted_risk" } },
  errors: { 404: { meaning: "The org has no such finding", detail: "Finding not found" } },
  grant: "write",
  async handle({ org, params, body, by }) {
    const answered = await giveFeedback(org, params.finding_id, body, by);
    if (!answered) throw notFound("Finding");
    return ok(findingView(answered));
  },
});

export const handler = lambda(giveFeedbackEndpoint);
