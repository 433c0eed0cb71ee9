import type { EntityItem } from "electrodb";
import type { DetectedFinding, KnownFinding } from "../domain/finding.ts";
import type { Verdict } from "../domain/reconcile.ts";
import type { FindingClass, FindingStatus, Module, Severity } from "../domain/vocabulary.ts";
import { BATCHES_AT_ONCE, batchGet, inOrder } from "./batch-get.ts";
import { Finding } from "./entities/finding.ts";
import { page, type Window } from "./page.ts";
import { isConditionFailure } from "./transaction.ts";

export type FindingRecord = EntityItem<typeof Finding>;

export interface FindingFilter {
  readonly severity?: Severity | undefined;
  readonly status?: FindingStatus | undefined;
  readonly finding_class?: FindingClass | undefined;
  readonly module?: Module | undefined;
  readonly include_inventory: boolean;
  readonly include_duplicates: boolean;
}

/** One finding of an org, or null. */
export async function getFinding(orgId: string, id: string): Promise<FindingRecord | null> {
  const { data } = await Finding.get({ org_id: orgId, id }).go({ consistent: true });
  return data;
}

/** Findings of an org, newest first. The filter is judged on the narrow index; only the page itself is read whole. */
export async function listFindings(orgId: string, filter: FindingFilter, window: Window): Promise<FindingRecord[]> {
  const rows = await page(
    window,
    (cursor, limit) => indexRows(orgId, window.after, cursor, limit),
    (row) => isShown(row, filter),
  );
  const ids = rows.map(({ id }) => id);
  const findings = await batchGet(
    ids.map((id) => ({ org_id: orgId, id })),
    (keys) => Finding.get([...keys]).go({ concurrent: BATCHES_AT_ONCE }),
  );
  return inOrder(ids, findings, ({ id }) => id);
}

const CURSOR_SEPARATOR = "_";

/** Where a list of findings goes on after this one. */
export const findingCursor = ({ first_seen, id }: Pick<FindingRecord, "first_seen" | "id">): string =>
  `${first_seen}${CURSOR_SEPARATOR}${id}`;

/** Rows of the narrow index: they hold the attributes of `tableDefinition.gsi1` and no others. */
async function indexRows(orgId: string, after: string | undefined, cursor: string | null, limit: number) {
  const [first_seen = "", id = ""] = after?.split(CURSOR_SEPARATOR) ?? [];
  const findings = Finding.query.newest({ org_id: orgId });
  const rest = after === undefined ? findings : findings.lt({ first_seen, id });
  const answer = await rest.go({ order: "desc", cursor, limit });
  const data: (Indexed & { readonly id: string })[] = answer.data;
  return { data, cursor: answer.cursor };
}

type Indexed = Pick<FindingRecord, "severity" | "status" | "finding_class" | "module" | "duplicate_of">;

/** Inventory, false positives and duplicates are hidden: each is shown only where the filter asks for it by its own name. */
export function isShown(row: Indexed, filter: FindingFilter): boolean {
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

/** What a reconcile must know of every finding of a module. */
export async function knownFindings(orgId: string, module: Module): Promise<Map<string, KnownFinding>> {
  const { data } = await Finding.query.primary({ org_id: orgId }).go({
    consistent: true,
    pages: "all",
    attributes: ["id", "module", "status", "misses", "scanners", "asset", "reconciled"],
  });
  const ofModule = data.filter((finding) => finding.module === module);
  return new Map(ofModule.map((finding) => [finding.id, { ...finding, asset: finding.asset }]));
}

/** Writes a finding that was not there before. False when it is there by now. */
export async function createFinding(
  orgId: string,
  detected: DetectedFinding,
  scanId: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  try {
    await Finding.create({
      ...storedFields(detected),
      id: detected.id,
      module: detected.module,
      dedup_key: detected.dedup_key,
      org_id: orgId,
      scanners: [...detected.scanners],
      status: "new",
      first_seen: at,
      last_seen: at,
      misses: 0,
      reconciled: { scan_id: scanId, bucket: "new" },
    }).go({ response: "none" });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

/**
 * Writes what a scan means for a finding, unless its status has changed since `known` was read (the customer answered
 * meanwhile): then false, and the verdict must be made anew.
 */
export async function applyVerdict(
  orgId: string,
  known: KnownFinding,
  verdict: Verdict,
  detected: DetectedFinding | undefined,
  scanId: string,
  now: Date,
): Promise<boolean> {
  const seen = detected
    ? {
        ...storedFields(detected),
        scanners: [...new Set([...known.scanners, ...detected.scanners])].sort(),
        last_seen: now.toISOString(),
      }
    : {};
  try {
    await Finding.patch({ org_id: orgId, id: known.id })
      .set({
        ...seen,
        status: verdict.status,
        misses: verdict.misses,
        reconciled: { scan_id: scanId, bucket: verdict.bucket },
      })
      .where(({ status }, { eq }) => eq(status, known.status))
      .go({ response: "none" });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

/** What a scan says of a finding and may say differently the next time: rules get better words, severities change. */
function storedFields({ id, dedup_key, module, scanners, ...fields }: DetectedFinding) {
  return {
    ...fields,
    severity_reason: [...fields.severity_reason],
    remediation_steps: [...fields.remediation_steps],
    references: [...fields.references],
  };
}
