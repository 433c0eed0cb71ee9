import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { isSuppressed } from "../../domain/feedback.ts";
import { current } from "../../domain/ledger.ts";
import { expiryFrom } from "../../domain/suppression.ts";
import { giveFeedback } from "../../store/feedback.ts";
import { findingClocks } from "../../store/ledger.ts";
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
    expires_at: z.iso
      .datetime({ offset: true, error: "must be a time in ISO 8601, such as 2027-05-01T00:00:00Z" })
      .optional()
      .meta({
        description:
          "From then on like findings are suppressed no longer: the next scan of any module returns them, and this one. In the future, at most 5 years ahead. Goes with `suppress_similar` only; the rule has no end when left out. An extension.",
        example: "2030-05-01T00:00:00Z",
      }),
  })
  .refine(({ status, suppress_similar }) => !suppress_similar || isSuppressed(status), {
    path: ["suppress_similar"],
    message: "goes with the status accepted_risk or false_positive only",
  })
  .refine(({ suppress_similar, suppress_match }) => suppress_match === undefined || suppress_similar === true, {
    path: ["suppress_match"],
    message: "goes with suppress_similar true only",
  })
  .refine(({ suppress_similar, expires_at }) => expires_at === undefined || suppress_similar === true, {
    path: ["expires_at"],
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
    "Each answer is kept in the history. With `suppress_similar` a rule is stored that gives like findings that nobody has answered the same status, each with the next scan that sees it; until then they keep theirs. When the finding is answered with another status than `accepted_risk` and `false_positive`, or with another rule, the rule that it made no longer holds. 422 when the finding has no value of the kind that `suppress_match` names.",
  params: z.object({ finding_id: id.meta({ description: "Id of the finding" }) }),
  body,
  responses: { 200: finding },
  examples: { 200: { status: "accepted_risk" } },
  errors: { 404: { meaning: "The org has no such finding", detail: "Finding not found" } },
  grant: "write",
  async handle({ org, params, body, by }) {
    const expires_at = body.expires_at === undefined ? undefined : expiryFrom(body.expires_at, by.now);
    const [answered, clockOf] = await Promise.all([
      giveFeedback(org, params.finding_id, { ...body, expires_at }, by),
      findingClocks(org.id),
    ]);
    if (!answered) throw notFound("Finding");
    return ok(findingView(current(answered, clockOf(answered.module))));
  },
});

export const handler = lambda(giveFeedbackEndpoint);
