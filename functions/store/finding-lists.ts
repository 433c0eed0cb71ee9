import { type FindingGroup, groupFindings } from "../domain/group.ts";
import { isTask, type Task, taskOf, taskPriority, taskStatus } from "../domain/task.ts";
import type { Module, TaskPriority, TaskStatus } from "../domain/vocabulary.ts";
import { type FindingFilter, type IndexedFinding, isShown, pageOfIndex, wholeIndex } from "./finding-index.ts";
import { type FindingRecord, getFindings } from "./findings.ts";
import type { Window } from "./page.ts";

/** What callers list of findings. Filters are judged on the narrow index; only what a page shows is read whole. */

/** Findings of an org, newest first; `window.after` is a `findingCursor`. */
export async function listFindings(orgId: string, filter: FindingFilter, window: Window): Promise<FindingRecord[]> {
  const rows = await pageOfIndex(orgId, window, (row) => isShown(row, filter));
  return getFindings(
    orgId,
    rows.map(({ id }) => id),
  );
}

/** An issue with the finding that speaks for it, read whole. */
export interface ListedGroup {
  readonly group: FindingGroup<IndexedFinding>;
  readonly example: FindingRecord;
}

/** Findings of an org by issue, in the order of `groupFindings`. Reads the whole index, whatever the page. */
export async function listGroups(
  orgId: string,
  filter: FindingFilter,
  { limit, offset }: Pick<Window, "limit" | "offset">,
): Promise<ListedGroup[]> {
  const shown = (await wholeIndex(orgId)).filter((row) => isShown(row, filter));
  const groups = groupFindings(shown).slice(offset, offset + limit);
  const examples = await getFindings(
    orgId,
    groups.map(({ findings }) => findings[0].id),
  );
  const exampleOf = new Map(examples.map((example) => [example.id, example]));
  return groups.flatMap((group) => {
    const example = exampleOf.get(group.findings[0].id);
    return example ? [{ group, example }] : [];
  });
}

export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly module?: Module | undefined;
}

/** Tasks of an org, those of the newest findings first; `window.after` is the `findingCursor` of a task's finding. */
export async function listTasks(
  orgId: string,
  { status, priority, module }: TaskFilter,
  window: Window,
): Promise<Task[]> {
  const rows = await pageOfIndex(
    orgId,
    window,
    (row) =>
      isTask(row) &&
      (status === undefined || taskStatus(row) === status) &&
      (priority === undefined || taskPriority(row.severity) === priority) &&
      (module === undefined || row.module === module),
  );
  const findings = await getFindings(
    orgId,
    rows.map(({ id }) => id),
  );
  return findings.map(taskOf);
}
