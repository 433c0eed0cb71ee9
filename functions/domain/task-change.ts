import { isTask, type TaskSource, taskId, taskPriority, uncheckedTaskStatus } from "./task.ts";
import type { TaskPriority, TaskStatus } from "./vocabulary.ts";

/**
 * What becomes of tasks when findings change, as events tell of it. That a task is blocked is no part of it: it follows
 * from what a scan could not check, which is said of whole groups of findings, so that a blocked task counts as done here.
 */

/** How a task is told of in the detail of an event. */
export type TaskChange = {
  readonly id: string;
  readonly finding_id: string;
  /** At most 200 characters. */
  readonly title: string;
  /** Null when the finding is a task no longer, as it repeats another or is nothing to act on any more. */
  readonly status: TaskStatus | null;
  readonly priority: TaskPriority;
  /** Left out when the finding was no task before. */
  readonly old_status?: TaskStatus;
  readonly old_priority?: TaskPriority;
};

/** A finding, as far as its task shows in events. */
export interface TaskFinding extends TaskSource {
  readonly id: string;
  readonly title: string;
}

const TITLE_CHARS_MAX = 200;

/** What becomes of a finding's task; `before` is undefined for a new finding. Null when nothing does that is worth an event. */
export function taskChange(before: TaskFinding | undefined, after: TaskFinding): TaskChange | null {
  const [old, now] = [before && standing(before), standing(after)];
  if (old?.status === now?.status && old?.priority === now?.priority) return null;
  return {
    id: taskId(after.id),
    finding_id: after.id,
    title: Array.from(after.title).slice(0, TITLE_CHARS_MAX).join(""),
    status: now?.status ?? null,
    priority: taskPriority(after.severity),
    ...(old ? { old_status: old.status, old_priority: old.priority } : {}),
  };
}

/** Did the change make a task? */
export const isCreation = ({ old_status }: TaskChange): boolean => old_status === undefined;

/** How many tasks there are of each status from now on, `none` for those that are tasks no longer, and of each priority. */
export const taskCounts = (changes: readonly TaskChange[]) => ({
  count: changes.length,
  by_status: countBy(changes.map(({ status }) => status ?? "none")),
  by_priority: countBy(changes.map(({ priority }) => priority)),
});

const standing = (finding: TaskFinding) =>
  isTask(finding)
    ? { status: uncheckedTaskStatus(finding.status), priority: taskPriority(finding.severity) }
    : undefined;

function countBy(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}
