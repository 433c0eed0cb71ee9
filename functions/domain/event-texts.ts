import type { EventKind } from "./events.ts";

/** What each kind of event says, for those who receive it: when it is raised, and what its detail holds. */
export const eventTexts: Readonly<Record<EventKind, string>> = {
  "org.created": "An org was created; the detail holds `modules_enabled` and how many `domains` it begins with.",
  "org.updated":
    "Settings of an org were changed; the detail holds those that differ, as they were in `old` and as they are in `new`.",
  "org.key_rotated":
    "An org was given another key, and the old one stopped working; the detail holds the public prefixes `old` and `new`.",
  "domain.added":
    "Seeds were added by one call; the target is the first, and the detail holds how many were `added` and the first 50 `values`.",
  "domain.changed": "A seed was given another value; the detail holds the `old` and the `new` one.",
  "domain.removed": "A seed was removed; the detail holds its value in `old`, and `new` is null.",
  "cloud.account_added":
    "A cloud account was connected; the detail holds its `role_arn`, null as long as there is none.",
  "cloud.account_updated":
    "Role or name of a cloud account was saved anew; the detail holds `role_arn` and `old_role_arn`.",
  "cloud.account_validated":
    "The role of a cloud account was tested; the outcome is `denied` when it cannot be used, and the detail holds `role_arn`, `status` and the `reason`.",
  "cloud.account_removed": "A cloud account was removed with its results; the detail holds its `role_arn`.",
  "scan.started":
    "A scan was asked for; the detail holds `module` and `scanners` (none means all), and `force` when the cooldown was bypassed.",
  "scan.stopped":
    "A scan was asked to stop; one that was pending is cancelled at once, a running one at its next stage; the detail holds `module`.",
  "scan.completed":
    "A scan has ended and its findings are judged; the detail holds `module`, `status` (`completed`, or `partial` when some scanners failed), the counts `assets` and `findings`, and the `delta`.",
  "scan.failed": "A scan has ended without a result; the detail holds `module` and `reason`.",
  "scan.cancelled":
    "A scan that was asked to stop has ended; the detail holds `module`, and of one that was running `stages_done`, `assets` and `findings`.",
  "finding.feedback":
    "A finding was answered; the detail holds `old_status`, `new_status`, the `note`, the `suppression` rule that the answer makes and the `suppression_removed` that it takes back.",
  "suppression.added":
    "An answer made a suppression rule; the detail holds `match`, `value`, `status`, the answered `finding_id`, `expires_at` where it has an end, and whether it was only `renewed`.",
  "suppression.removed":
    "A suppression rule has ended; the detail holds `match`, `value`, `status`, `finding_id`, its `hits`, and as `reason` `answered` (an answer took it back), `removed` or `expired`.",
  "task.created":
    "A scan made findings that are tasks; one event for each transaction of it, with `scan_id`, `module`, `count`, `by_status`, `by_priority` and all of them in `tasks`; the target is the task when it is one alone, else the scan.",
  "task.updated":
    "Tasks have another status or priority: by an answer or the end of a rule one task, with `finding_id`, `old_status`, `new_status`, `priority` and the `suppression_id` of the rule; by a scan in the form of `task.created`, each with `old_status` and `old_priority`, the status null (`none` in `by_status`) when a finding is a task no longer; that a task is `blocked` follows from what the last scan could not check and is told by `GET /org/tasks` alone, so that it counts as `done` here.",
};
