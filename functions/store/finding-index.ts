import { current, type NotVerified } from "../domain/ledger.ts";
import type { FindingClass, FindingStatus, Module, Severity } from "../domain/vocabulary.ts";
import { Finding } from "./entities/finding.ts";
import type { FindingRecord } from "./findings.ts";
import { type ClockOf, findingClocks } from "./ledger.ts";
import { page, type Window } from "./page.ts";

/** The narrow index of findings, newest first: what lists of them are filtered and grouped by. */

/** A row of the index: it holds the attributes of `tableDefinition.gsi1` and no others. */
export type IndexedFinding = Pick<
  FindingRecord,
  | "id"
  | "module"
  | "severity"
  | "status"
  | "finding_class"
  | "category"
  | "duplicate_of"
  | "first_seen"
  | "last_seen"
  | "template_id"
  | "cve_id"
  | "asset_id"
  | "asset"
  | "matched_at"
  | "title"
  | "scanner_group"
  | "follows"
  | "not_verified"
  | "verified_by"
  | "status_changed_at"
>;

export interface FindingFilter {
  readonly severity?: Severity | undefined;
  readonly status?: FindingStatus | undefined;
  readonly finding_class?: FindingClass | undefined;
  readonly module?: Module | undefined;
  readonly include_inventory: boolean;
  readonly include_duplicates: boolean;
}

/** A row of the index as it is now, by what the clock of its module says. */
export type CurrentRow = Omit<IndexedFinding, "not_verified"> & { readonly not_verified: NotVerified | null };

/** Index rows of an org that are accepted, newest first; `window.after` is a `findingCursor`. */
export const pageOfIndex = (
  orgId: string,
  clocks: Promise<ClockOf>,
  window: Window,
  accept: (row: CurrentRow) => boolean,
): Promise<CurrentRow[]> =>
  page<CurrentRow>(
    window,
    async (cursor, limit) => {
      const [first_seen = "", id = ""] = window.after?.split(CURSOR_SEPARATOR) ?? [];
      const findings = Finding.query.newest({ org_id: orgId });
      const rest = window.after === undefined ? findings : findings.lt({ first_seen, id });
      const [answer, clockOf] = await Promise.all([rest.go({ order: "desc", cursor, limit }), clocks]);
      return { data: answer.data.map((row) => current(row, clockOf(row.module))), cursor: answer.cursor };
    },
    accept,
  );

/** Every index row of an org as it is now, newest first. */
export async function wholeIndex(orgId: string): Promise<readonly CurrentRow[]> {
  const [{ data }, clockOf] = await Promise.all([
    Finding.query.newest({ org_id: orgId }).go({ order: "desc", pages: "all" }),
    findingClocks(orgId),
  ]);
  return data.map((row) => current(row, clockOf(row.module)));
}

const CURSOR_SEPARATOR = "_";

/** Where a list goes on after this finding. */
export const findingCursor = ({ first_seen, id }: Pick<FindingRecord, "first_seen" | "id">): string =>
  `${first_seen}${CURSOR_SEPARATOR}${id}`;

/** Inventory, false positives and duplicates are hidden: each is shown only where the filter asks for it by its own name. */
export function isShown(
  row: Pick<IndexedFinding, "severity" | "status" | "finding_class" | "module" | "duplicate_of">,
  filter: FindingFilter,
): boolean {
  const wants = <T>(asked: T | undefined, actual: T) => asked === undefined || asked === actual;
  if (!wants(filter.severity, row.severity) || !wants(filter.status, row.status) || !wants(filter.module, row.module))
    return false;
  if (!wants(filter.finding_class, row.finding_class)) return false;
  // Where the filter names a class or status, rows of another have been sent away above: what is left was asked for.
  if (row.finding_class === "inventory" && !filter.include_inventory && filter.finding_class === undefined)
    return false;
  if (row.status === "false_positive" && filter.status === undefined) return false;
  return filter.include_duplicates || row.duplicate_of === undefined;
}
