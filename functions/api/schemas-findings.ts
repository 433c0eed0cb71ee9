import * as z from "zod";
import {
  feedbackStatuses,
  findingEvents,
  findingStatuses,
  suppressMatches,
  taskPriorities,
  taskStatuses,
} from "../domain/vocabulary.ts";
import { flag } from "./fields.ts";
import { findingClass, findingStatus, id, moduleName, severity, timestamp } from "./schemas.ts";

/** What customers say about findings, and what follows from them. */

/** Query of every list of findings, besides its page. */
export const findingFilter = {
  severity: severity.optional().meta({ description: "Findings of this severity only" }),
  status: findingStatus.optional().meta({ description: "Findings in this status only" }),
  finding_class: findingClass.optional().meta({ description: "Findings of this class only" }),
  module: moduleName.optional().meta({ description: "Findings of this module only" }),
  include_inventory: flag.meta({ description: "Show findings of class `inventory` as well" }),
  include_duplicates: flag.meta({ description: "Show findings that repeat another scanner's as well" }),
};

export const feedbackStatus = z.enum(feedbackStatuses).meta({
  id: "FeedbackStatus",
  description:
    "`in_progress`: being worked on; `resolved`: gone, which a rescan checks; `accepted_risk`: there and to stay; `false_positive`: no finding at all",
  example: "accepted_risk",
});
export const suppressMatch = z.enum(suppressMatches).meta({
  id: "SuppressMatch",
  description: "What a finding must have in common with the answered one to be suppressed like it",
  example: "template_id",
});

const findingId = id("The finding", "c2a9e7d4-8b16-5f3c-a0d5-7e4b1f9c6283");

export const findingEvent = z
  .object({
    id: id("Names the event", "a8f3d6c1-5e2b-5947-8d0c-3b9a7e1f4526"),
    event: z.enum(findingEvents).meta({
      description:
        "`detected` by a scan for the first time; `feedback` of the customer; `reopened`, `confirmed_resolved` or `auto_resolved` by a scan, the last when nobody had said it was resolved",
      example: "feedback",
    }),
    old_status: z.enum(findingStatuses).nullable().meta({ description: "Null for the first event", example: "new" }),
    new_status: findingStatus.meta({ example: "accepted_risk" }),
    actor: z.string().meta({ description: "Who it was; `system` for a scan", example: "jane@example.com" }),
    note: z
      .string()
      .nullable()
      .meta({ description: "What the customer added", example: "Public on purpose until May" }),
    created_at: timestamp,
  })
  .meta({ id: "FindingEvent" });

const count = z.int().min(0);

const affectedAsset = z
  .object({
    asset_id: id("The asset", "f4d1b3c8-2e97-5a60-8c4b-1d6f0a9e7352").nullable(),
    asset: z.string().nullable().meta({ description: "The asset it was found on", example: "https://www.example.com" }),
    finding_id: findingId,
    status: findingStatus,
    severity,
    matched_at: z
      .string()
      .nullable()
      .meta({ description: "Where it was seen, cut at 2048 characters", example: "https://www.example.com/.git/HEAD" }),
    first_seen: timestamp,
    last_seen: timestamp,
  })
  .meta({ id: "AffectedAsset" });

export const findingGroup = z
  .object({
    group_key: z.string().meta({
      description: "Names the issue, in every scan the same: module, rule and CVE where it is one",
      example: "easm:easm.exposures.git_repository",
    }),
    module: moduleName,
    title: z
      .string()
      .meta({ description: "What is wrong, in a line", example: "Git repository readable from the web" }),
    severity: severity.meta({ description: "The worst among the findings" }),
    category: z.string().nullable().meta({ description: "What kind of weakness it is", example: "exposed_file" }),
    finding_class: findingClass,
    cve_id: z.string().nullable().meta({ description: "The CVE, where it is one", example: null }),
    cwe_id: z.string().nullable().meta({ description: "The kind of weakness in the CWE list", example: "CWE-527" }),
    affected_count: count.meta({ description: "Findings of the issue", example: 1 }),
    status_breakdown: z
      .record(z.string(), count)
      .meta({ description: "Findings of the issue by status", example: { new: 1 } }),
    affected_assets: z
      .array(affectedAsset)
      .meta({ description: "The findings, the first 100: worst first, then those that were seen last" }),
    references: z
      .array(z.url())
      .meta({ description: "Further reading", example: ["https://git-scm.com/docs/gitignore"] }),
    remediation_steps: z
      .array(z.string())
      .length(4)
      .meta({
        description: "What to do about it, in four steps",
        example: ["Deny /.git on the web server.", "Deploy from build output.", "Rotate every secret.", "Scan again."],
      }),
    first_seen: timestamp.meta({ description: "First scan that saw any of the findings" }),
    last_seen: timestamp.meta({ description: "Last scan that saw any of the findings" }),
  })
  .meta({ id: "FindingGroup" });

export const taskStatus = z.enum(taskStatuses).meta({
  id: "TaskStatus",
  description:
    "Follows from the finding's: `open` while nobody has answered it or when it is back, `in_progress`, `done` once resolved, `wont_do` once suppressed; `blocked` while a scan could not check that it is resolved",
  example: "open",
});
export const taskPriority = z.enum(taskPriorities).meta({
  id: "TaskPriority",
  description: "Follows from the severity: `urgent` is critical, the others are as they are called",
  example: "high",
});

export const task = z
  .object({
    id: id("Names the task", "5b0e8d27-1f6c-5a94-b3d8-e7c2a4f19063"),
    title: z.string().meta({ description: "The finding's", example: "Git repository readable from the web" }),
    description: z
      .string()
      .nullable()
      .meta({ description: "What to do, in a line", example: "Deny access to /.git and rotate what it held." }),
    status: taskStatus,
    priority: taskPriority,
    assignee: z.string().nullable().meta({ description: "Nobody: tasks are assigned where they are worked on" }),
    due_date: timestamp.nullable().meta({
      description: "7, 30, 90 or 180 days after the finding, by priority",
      example: "2026-02-02T08:12:45.000Z",
    }),
    finding_id: findingId.nullable(),
    created_at: timestamp.meta({ description: "First scan that saw the finding", example: "2026-01-03T08:12:45.000Z" }),
    updated_at: timestamp.meta({
      description: "When the finding's status was set",
      example: "2026-01-31T09:38:20.000Z",
    }),
  })
  .meta({ id: "Task" });
