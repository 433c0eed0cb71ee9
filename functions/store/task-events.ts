import { type Activity, activity, type Happening } from "../domain/events.ts";
import { systemActor } from "../domain/identity.ts";
import type { Json } from "../domain/json.ts";
import { isCreation, type TaskChange, type TaskFinding, taskChange, taskCounts } from "../domain/task-change.ts";
import type { FindingStatus } from "../domain/vocabulary.ts";
import { newId } from "./ids.ts";
import type { Judge } from "./settlements.ts";

/** Events of tasks, to be written in the transactions that change their findings: tasks have no rows of their own. */

/** The event, if any, that tells of a finding's task when its status is changed by an answer, or by the end of a rule. */
export function taskEvents(
  happening: Pick<Happening, "org" | "actor" | "occurredAt">,
  finding: TaskFinding,
  status: FindingStatus,
  more: Readonly<Record<string, Json>> = {},
): Activity[] {
  const change = taskChange(finding, { ...finding, status });
  if (!change) return [];
  const { id, finding_id, title, old_status = null, status: new_status, priority } = change;
  const detail = { finding_id, old_status, new_status, priority, ...more };
  return [activity("task.updated", { id: newId(), ...happening, targetId: id, target: title, detail })];
}

/** The events that tell what a scan has done to tasks: one for all that are new, and one for all that are different. */
export const taskEventsOfScan = (judge: Judge, changes: readonly TaskChange[]): Activity[] => [
  ...taskEventOfScan("task.created", judge, changes.filter(isCreation)),
  ...taskEventOfScan(
    "task.updated",
    judge,
    changes.filter((change) => !isCreation(change)),
  ),
];

/** Its target is the task where it tells of one alone, and else the scan. */
function taskEventOfScan(
  kind: "task.created" | "task.updated",
  { org, module, scanId, at }: Judge,
  tasks: readonly TaskChange[],
): Activity[] {
  const [first, ...others] = tasks;
  if (!first) return [];
  const single = others.length === 0;
  return [
    activity(kind, {
      id: newId(),
      occurredAt: new Date(at),
      org,
      actor: systemActor,
      targetId: single ? first.id : scanId,
      target: single ? first.title : null,
      detail: { scan_id: scanId, module, ...taskCounts(tasks), tasks },
    }),
  ];
}
