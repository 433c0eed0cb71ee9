import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { ruleId, valueToMatch } from "../../domain/suppression.ts";
import type { SuppressMatch } from "../../domain/vocabulary.ts";
import { wholeIndex } from "../../store/finding-index.ts";
import { getFinding } from "../../store/findings.ts";
import { getRule } from "../../store/suppressions.ts";
import { endpoint, ok } from "../endpoint.ts";
import { id, line } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { suppressMatch } from "../schemas-findings.ts";
import { suppressionPreview } from "../schemas-suppressions.ts";
import { previewView } from "../views-suppressions.ts";

const VALUE_CHARS_MAX = 1000;

const body = z
  .object({
    suppress_match: suppressMatch
      .default("template_id")
      .meta({ description: "What like findings have in common, `template_id` when left out" }),
    finding_id: id.optional().meta({
      description: "The finding that would be answered: what it has there counts. Goes in place of `value`.",
      example: "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283",
    }),
    value: line(VALUE_CHARS_MAX).optional().meta({
      description: "What like findings have there. Goes in place of `finding_id`.",
      example: "easm.exposures.git_repository",
    }),
  })
  .refine(({ finding_id, value }) => (finding_id === undefined) !== (value === undefined), {
    message: "give either finding_id or value, and not both",
  })
  .meta({ example: { suppress_match: "template_id", finding_id: "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283" } });

export const previewSuppressionEndpoint = endpoint({
  operationId: "previewSuppression",
  method: "POST",
  path: "/org/suppressions/preview",
  auth: "org",
  tag: "Suppressions",
  summary: "Show what a suppression rule would touch; changes nothing",
  description:
    "Counts the findings that have the value, and lists those whose status the rule would change. It changes nothing at once when it is made: each finding takes its status with the next scan that sees it, and a like finding that is new is born with it. 422 when the finding has no value of the kind that `suppress_match` names.",
  body,
  responses: { 200: suppressionPreview },
  errors: { 404: { meaning: "The org has no such finding", detail: "Finding not found" } },
  grant: "write",
  extension: true,
  async handle({ org, body, now }) {
    const match = body.suppress_match;
    const value = body.value ?? (await valueOfFinding(org.id, body.finding_id, match));
    const [rule, findings] = await Promise.all([getRule(org.id, ruleId(org.id, match, value)), wholeIndex(org.id)]);
    return ok(previewView(match, value, rule, findings, now));
  },
});

export const handler = lambda(previewSuppressionEndpoint);

async function valueOfFinding(orgId: string, findingId: string | undefined, match: SuppressMatch): Promise<string> {
  const finding = findingId === undefined ? null : await getFinding(orgId, findingId);
  if (!finding) throw notFound("Finding");
  return valueToMatch(finding, match);
}
