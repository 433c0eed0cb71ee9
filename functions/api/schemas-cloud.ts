import * as z from "zod";
import { checkStatuses, cloudAccountStatuses, controlStatuses } from "../domain/vocabulary.ts";
import { severity, timestamp } from "./schemas.ts";

const findingId = (description: string) =>
  z.uuid().meta({ description, example: "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283" });
const scanId = z
  .uuid()
  .meta({ description: "The scan that found it last", example: "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05" });
const count = (description: string, example: number) => z.int().min(0).meta({ description, example });
const frameworkName = z.string().meta({ description: "Name of the framework", example: "CIS" });
const frameworkVersion = z.string().meta({ description: "Edition of the framework", example: "5.0" });
const controlId = z.string().meta({ description: "Number of the control in the framework", example: "2.1.4" });

export const cloudAccount = z
  .object({
    id: z.uuid().meta({
      description: "Names the record, to validate or remove it",
      example: "3f8d1c62-7b94-4e05-9a1d-c6e2f0b85d73",
    }),
    provider: z.literal("aws").meta({ description: "Whose cloud it is" }),
    name: z.string().nullable().meta({ description: "The caller's name for it", example: "Production" }),
    account_id: z
      .string()
      .nullable()
      .meta({ description: "Number of the account, from the role ARN; null without one", example: "123456789012" }),
    role_arn: z.string().nullable().meta({
      description: "The read-only role that the service assumes; null until the customer has made it",
      example: "arn:aws:iam::123456789012:role/PalisadeReadOnly",
    }),
    external_id: z.uuid().meta({
      description: "The role's trust policy must ask for it as `sts:ExternalId`. It stays as it is.",
      example: "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845",
    }),
    assumer_arn: z.string().nullable().meta({
      description: "The role of the service that the trust policy must name as its principal; null where it has none",
      example: "arn:aws:iam::999988887777:role/palisade-prod-data-Assumer",
    }),
    status: z.enum(cloudAccountStatuses).meta({
      id: "CloudAccountStatus",
      description:
        "`pending` until its role's trust was tested, and again when a role ARN is saved; then `validated` or `invalid`. Scans cover the validated ones.",
      example: "validated",
    }),
    reason: z.string().nullable().meta({ description: "Why it is invalid, and what to change; else null" }),
    last_validated_at: timestamp.nullable().meta({ description: "When its present role was last tested" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "CloudAccount" });

export const cloudStatus = z
  .object({
    enabled: z.boolean().meta({ description: "Is the module enabled for the org?", example: true }),
    validated_accounts: count("Accounts that a scan would cover", 2),
    can_run: z.boolean().meta({ description: "Enabled, and at least one account is validated?", example: true }),
  })
  .meta({ id: "CloudStatus" });

export const checkStatus = z.enum(checkStatuses).meta({
  id: "CheckStatus",
  description: "Does the resource meet the check? What could not be read has no result, and is no pass.",
  example: "fail",
});

export const cloudResult = z
  .object({
    id: z.uuid().meta({
      description: "Names the result in every scan: one for each check and resource",
      example: "a1c4e7f0-2b58-5d9a-8e3c-6f0b9d2a7145",
    }),
    scan_id: scanId,
    account_id: z.string().meta({ description: "Number of the account", example: "123456789012" }),
    provider: z.literal("aws").meta({ description: "Whose cloud it is" }),
    check_id: z.string().meta({ description: "The check", example: "s3_bucket_public_access" }),
    title: z.string().meta({ description: "What the check asks for", example: "S3 bucket is not public" }),
    status: checkStatus,
    status_detail: z.string().meta({
      description: "What was seen",
      example: "Bucket reports grants read access to everyone",
    }),
    severity,
    service: z.string().meta({ description: "The provider's service", example: "s3" }),
    region: z
      .string()
      .meta({ description: "Where the resource is; `global` for what has no region", example: "eu-west-1" }),
    resource_id: z.string().meta({ description: "ARN of the resource", example: "arn:aws:s3:::reports" }),
    resource_type: z.string().meta({ description: "Type of the resource", example: "AWS::S3::Bucket" }),
    frameworks: z
      .array(
        z
          .object({ framework: frameworkName, version: frameworkVersion, control_id: controlId })
          .meta({ id: "ControlRef" }),
      )
      .meta({ description: "Controls of compliance frameworks that the result is evidence for" }),
    finding_id: findingId("The finding that tells of it; null for what passes").nullable(),
    remediation: z.string().meta({ description: "How to put it right", example: "Block public access of the bucket." }),
    first_seen: timestamp,
    last_seen: timestamp,
  })
  .meta({ id: "CloudResult" });

export const cloudFramework = z
  .object({
    framework: frameworkName,
    version: frameworkVersion,
    controls: count("Controls that checks can speak of", 38),
    passed: count("Controls of which all results pass", 20),
    failed: count("Controls of which a result fails", 9),
  })
  .meta({ id: "CloudFramework" });

export const complianceReport = z
  .object({
    framework: frameworkName,
    version: frameworkVersion,
    scan_id: scanId.meta({ description: "The latest scan that the report rests on" }),
    generated_at: timestamp.meta({ description: "When that scan had its results" }),
    summary: z
      .object({
        total: count("Controls that checks can speak of", 38),
        passed: count("Controls of which all results pass", 20),
        failed: count("Controls of which a result fails", 9),
        not_assessed: count("Controls without a result", 9),
        score: z.number().min(0).max(1).nullable().meta({
          description: "Share of the assessed controls that pass; null when none was assessed",
          example: 0.69,
        }),
      })
      .meta({ description: "The controls, counted" }),
    controls: z
      .array(
        z
          .object({
            id: controlId,
            title: z.string().meta({ description: "Title of the control, or its number", example: "2.1.4" }),
            section: z.string().nullable().meta({ description: "The part of the framework it is in", example: "2.1" }),
            status: z.enum(controlStatuses).meta({
              id: "ControlStatus",
              description: "`fail` when a result fails, `pass` when all pass, `not_assessed` without a result",
              example: "fail",
            }),
            passed: count("Results that pass", 4),
            failed: count("Results that fail", 1),
            checks: z
              .array(z.string())
              .meta({ description: "Checks that are evidence for it", example: ["s3_bucket_public_access"] }),
            finding_ids: z.array(findingId("A finding")).meta({ description: "Findings of the results that fail" }),
          })
          .meta({ id: "ControlReport" }),
      )
      .meta({ description: "By number" }),
  })
  .meta({ id: "ComplianceReport" });

/** Which account a list is about, by either of its names. */
export const accountFilter = z
  .string()
  .regex(
    /^(\d{12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    "must be an account number of 12 digits or the id of a cloud account",
  )
  .optional()
  .meta({ description: "Number of one account, or the id of its record", example: "123456789012" });
