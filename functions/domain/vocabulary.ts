/**
 * The words of the API. Each list is the type and the runtime check at once; a switch over one of them ends in
 * `satisfies never`, so that a new word cannot be forgotten.
 */

export const severities = ["info", "low", "medium", "high", "critical"] as const;
export type Severity = (typeof severities)[number];

export const findingStatuses = [
  "new",
  "in_progress",
  "resolved",
  "confirmed_resolved",
  "reopened",
  "accepted_risk",
  "false_positive",
  "open",
  "triaged",
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** What a customer may answer a finding with. */
export const feedbackStatuses = ["in_progress", "resolved", "accepted_risk", "false_positive"] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

/** Statuses in which nobody is to act on a finding although it is there. */
export const suppressedStatuses = ["accepted_risk", "false_positive"] as const;
export type SuppressedStatus = (typeof suppressedStatuses)[number];

/** What a suppression rule compares. */
export const suppressMatches = ["template_id", "cve", "category", "title"] as const;
export type SuppressMatch = (typeof suppressMatches)[number];

/** What gave a finding its status. */
export const findingEvents = [
  "detected",
  "feedback",
  "reopened",
  "confirmed_resolved",
  "auto_resolved",
  "suppressed",
  "unsuppressed",
] as const;
export type FindingEventKind = (typeof findingEvents)[number];

/** Why a scan could not say whether a finding is still there. */
export const unverifiedCauses = [
  "scanner_failed",
  "asset_unreachable",
  "scanner_not_run",
  "limited_scan",
  "asset_out_of_scope",
] as const;
export type UnverifiedCause = (typeof unverifiedCauses)[number];

export const findingClasses = ["inventory", "expected_exposure", "should_not_be_public", "issue"] as const;
export type FindingClass = (typeof findingClasses)[number];

export const taskStatuses = ["open", "in_progress", "blocked", "done", "wont_do"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskPriorities = ["low", "medium", "high", "urgent"] as const;
export type TaskPriority = (typeof taskPriorities)[number];

export const scanStatuses = ["pending", "running", "partial", "completed", "failed", "cancelled"] as const;
export type ScanStatus = (typeof scanStatuses)[number];

export const runStatuses = ["pending", "running", "completed", "failed", "cancelled", "skipped"] as const;
export type RunStatus = (typeof runStatuses)[number];

export const progressPhases = ["running", "done", "cancelled"] as const;
export type ProgressPhase = (typeof progressPhases)[number];

export const modules = ["easm", "dast", "cloud"] as const;
export type Module = (typeof modules)[number];

export const domainKinds = ["domain", "ip_range", "asn", "keyword"] as const;
export type DomainKind = (typeof domainKinds)[number];

export const scannerTypes = ["native", "oss_wrapper", "cloud_api"] as const;
export type ScannerType = (typeof scannerTypes)[number];

export const cloudAccountStatuses = ["pending", "validated", "invalid"] as const;
export type CloudAccountStatus = (typeof cloudAccountStatuses)[number];

/** What a check of the cloud module says of one resource. */
export const checkStatuses = ["pass", "fail"] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** How a control of a compliance framework stands. */
export const controlStatuses = ["pass", "fail", "not_assessed"] as const;
export type ControlStatus = (typeof controlStatuses)[number];

export const userAgentModes = ["default", "browser"] as const;
export type UserAgentMode = (typeof userAgentModes)[number];

export const activityOutcomes = ["ok", "error", "denied"] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

export const actorKinds = ["admin", "customer", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];
