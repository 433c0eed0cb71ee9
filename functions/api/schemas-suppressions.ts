import * as z from "zod";
import { suppressedStatuses } from "../domain/vocabulary.ts";
import { findingStatus, id, moduleName, severity, timestamp } from "./schemas.ts";
import { suppressMatch } from "./schemas-findings.ts";

/** Suppression rules as callers see them. */

const findingId = (description: string) => id(description, "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283");
const value = z
  .string()
  .meta({ description: "What like findings have there", example: "easm.exposures.git_repository" });
const count = z.int().min(0);

const rule = {
  id: id("Names the rule: the same match and value always have the same id", "d7e1a4b9-3f60-5c82-9b1d-8a5c2e7f0d43"),
  match: suppressMatch.meta({ description: "What like findings have in common" }),
  value,
  status: z
    .enum(suppressedStatuses)
    .meta({ description: "What the rule gives to findings that nobody has answered", example: "accepted_risk" }),
  hits: count.meta({ description: "Findings that it has suppressed since it was made, or made anew", example: 12 }),
  note: z.string().nullable().meta({ description: "What the customer added", example: "Public on purpose until May" }),
  actor: z.string().meta({ description: "Who made it", example: "jane@example.com" }),
  finding_id: findingId("The finding whose answer made it"),
  created_at: timestamp.meta({ description: "When it was made, or made anew" }),
  expires_at: timestamp
    .nullable()
    .meta({ description: "From then on it does not hold; null for ever", example: "2030-05-01T00:00:00.000Z" }),
  expired: z
    .boolean()
    .meta({ description: "True from `expires_at` until the next scan has taken the rule back", example: false }),
};

export const suppression = z.object(rule).meta({ id: "Suppression" });

const touchedFinding = z
  .object({
    finding_id: findingId("The finding"),
    title: z
      .string()
      .meta({ description: "What is wrong, in a line", example: "Git repository readable from the web" }),
    asset: z.string().nullable().meta({ description: "The asset it was found on", example: "https://www.example.com" }),
    module: moduleName,
    severity,
    status: findingStatus.meta({ example: "new" }),
  })
  .meta({ id: "TouchedFinding" });

export const suppressionPreview = z
  .object({
    match: suppressMatch.meta({ description: "What like findings have in common" }),
    value,
    // By its fields and not by its name: OpenAPI 3.0 has no way to say of a named schema that it may be null.
    rule: z
      .object(rule)
      .nullable()
      .meta({ description: "The rule that there is for it, null when there is none", example: null }),
    matching: count.meta({ description: "Findings with this value, in any status", example: 14 }),
    touched: count.meta({
      description:
        "Those among them that nobody has answered: the next scan that sees them gives them the rule's status",
      example: 1,
    }),
    by_status: z
      .record(z.string(), count)
      .meta({ description: "Findings with this value by status", example: { new: 1, accepted_risk: 13 } }),
    findings: z.array(touchedFinding).meta({ description: "The touched ones, the newest 100" }),
  })
  .meta({ id: "SuppressionPreview" });
