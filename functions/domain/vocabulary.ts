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

export const findingClasses = ["inventory", "expected_exposure", "should_not_be_public", "issue"] as const;
export type FindingClass = (typeof findingClasses)[number];

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

export const userAgentModes = ["default", "browser"] as const;
export type UserAgentMode = (typeof userAgentModes)[number];

export const activityOutcomes = ["ok", "error", "denied"] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

export const actorKinds = ["admin", "customer", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];
