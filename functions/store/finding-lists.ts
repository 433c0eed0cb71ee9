import { type FindingGroup, groupFindings } from "../domain/group.ts";
import { current, type NotVerified } from "../domain/ledger.ts";
import { isTask, type Task, taskOf, taskPriority, taskStatus } from "../domain/task.ts";
import type { Module, TaskPriority, TaskStatus } from "../domain/vocabulary.ts";
import { type CurrentRow, type FindingFilter, isShown, pageOfIndex, wholeIndex } from "./finding-index.ts";
import { type FindingRecord, getFinding, getFindings } from "./findings.ts";
import { type ClockOf, findingClocks } from "./ledger.ts";
import type { Window } from "./page.ts";

/**
 * What callers read of findings: rows, with what the ledger's clock says of them. Filters are judged on the narrow index;
 * only what a page shows is read whole.
 */
export type CurrentFinding = Omit<FindingRecord, "not_verified"> & { readonly not_verified: NotVerified | null };

/** One finding of an org as it is now, or null. */
export async function currentFinding(orgId: string, id: string): Promise<CurrentFinding | null> {
  const [finding, clockOf] = await Promise.all([getFinding(orgId, id), findingClocks(orgId)]);
  return finding && current(finding, clockOf(finding.module));
}

/** Findings of an org, newest first; `window.after` is a `findingCursor`. */
export async function listFindings(orgId: string, filter: FindingFilter, window: Window): Promise<CurrentFinding[]> {
  const clocks = findingClocks(orgId);
  return whole(orgId, clocks, await pageOfIndex(orgId, clocks, window, (row) => isShown(row, filter)));
}

/** The findings of index rows, in their order. */
async function whole(orgId: string, clocks: Promise<ClockOf>, rows: readonly CurrentRow[]): Promise<CurrentFinding[]> {
  const ids = rows.map(({ id }) => id);
  const [findings, clockOf] = await Promise.all([getFindings(orgId, ids), clocks]);
  return findings.map((finding) => current(finding, clockOf(finding.module)));
}

/** An issue with the finding that speaks for it, read whole. */
export interface ListedGroup {
  readonly group: FindingGroup<CurrentRow>;
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
  const clocks = findingClocks(orgId);
  const rows = await pageOfIndex(
    orgId,
    clocks,
    window,
    (row) =>
      isTask(row) &&
      (status === undefined || taskStatus(row) === status) &&
      (priority === undefined || taskPriority(row.severity) === priority) &&
      (module === undefined || row.module === module),
  );
  return (await whole(orgId, clocks, rows)).map(taskOf);
}
