import { derivedId } from "./ids.ts";
import type { NotVerified } from "./ledger.ts";
import type { FindingClass, FindingStatus, Severity, TaskPriority, TaskStatus, UnverifiedCause } from "./vocabulary.ts";

/** What tells whether a finding is work for somebody, and how that work stands. */
export interface TaskSource {
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly finding_class: FindingClass;
  readonly duplicate_of?: string | undefined;
}

/** What tells how far the work is. */
export interface TaskState {
  readonly status: FindingStatus;
  readonly status_changed_at: string;
  readonly not_verified: NotVerified | null;
}

/** A piece of work that follows from a finding. Nothing of it is stored, so that the two cannot disagree. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly assignee: null;
  readonly due_date: string;
  readonly finding_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const MS_PER_DAY = 86_400_000;
/** Causes that keep a scan from checking what it was to check. */
const wasToCheck: ReadonlySet<UnverifiedCause> = new Set(["scanner_failed", "asset_unreachable"]);
const daysToDue: Readonly<Record<TaskPriority, number>> = { urgent: 7, high: 30, medium: 90, low: 180 };

/** Is a finding work for somebody? What is merely there, or said already by another finding, is not. */
export const isTask = ({ finding_class, severity, duplicate_of }: TaskSource): boolean =>
  (finding_class === "issue" || finding_class === "should_not_be_public") &&
  severity !== "info" &&
  duplicate_of === undefined;

/** Id of the task of a finding. */
export const taskId = (findingId: string): string => derivedId("task", findingId);

/** The task of a finding for which `isTask` holds. */
export const taskOf = (
  finding: TaskSource &
    TaskState & {
      readonly id: string;
      readonly title: string;
      readonly remediation?: string | undefined;
      readonly first_seen: string;
    },
): Task => {
  const priority = taskPriority(finding.severity);
  return {
    id: taskId(finding.id),
    title: finding.title,
    description: finding.remediation ?? null,
    status: taskStatus(finding),
    priority,
    assignee: null,
    due_date: new Date(Date.parse(finding.first_seen) + daysToDue[priority] * MS_PER_DAY).toISOString(),
    finding_id: finding.id,
    created_at: finding.first_seen,
    updated_at: finding.status_changed_at,
  };
};

/**
 * How the work stands. It is blocked when the customer says it is done, and a scan after that was to check it and could
 * not; one that was to look elsewhere blocks nothing.
 */
export const taskStatus = ({ status, status_changed_at, not_verified }: TaskState): TaskStatus =>
  status === "resolved" && not_verified && wasToCheck.has(not_verified.cause) && not_verified.at > status_changed_at
    ? "blocked"
    : uncheckedTaskStatus(status);

/** How the work stands, whether scans could check it or not. */
export function uncheckedTaskStatus(status: FindingStatus): Exclude<TaskStatus, "blocked"> {
  switch (status) {
    case "new":
    case "reopened":
    case "open":
    case "triaged":
      return "open";
    case "in_progress":
      return "in_progress";
    case "resolved":
    case "confirmed_resolved":
      return "done";
    case "accepted_risk":
    case "false_positive":
      return "wont_do";
    default:
      return status satisfies never;
  }
}

export function taskPriority(severity: Severity): TaskPriority {
  switch (severity) {
    case "critical":
      return "urgent";
    case "high":
    case "medium":
      return severity;
    case "low":
    case "info":
      return "low";
    default:
      return severity satisfies never;
  }
}
