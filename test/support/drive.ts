import { stagesOf } from "../../functions/domain/pipelines.ts";
import * as beginStage from "../../functions/scan/begin-stage.ts";
import * as claim from "../../functions/scan/claim.ts";
import * as finalize from "../../functions/scan/finalize.ts";
import * as runScanner from "../../functions/scan/run-scanner.ts";
import type { ScanRef } from "../../functions/scan/tasks.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import { Finding } from "../../functions/store/entities/finding.ts";
import { FindingEventRow } from "../../functions/store/entities/finding-event.ts";
import { ModuleLock, Scan } from "../../functions/store/entities/scan.ts";
import { Run } from "../../functions/store/entities/scan-work.ts";

/** Does what the state machine does up to finalize, one task after the other, each `times` times. */
export async function driveToFinalize(ref: ScanRef, execution = "execution-1", times = 1): Promise<void> {
  const repeat = async <T>(task: () => Promise<T>): Promise<T> => {
    for (let extra = 1; extra < times; extra += 1) await task();
    return task();
  };
  const { claimed } = await repeat(() => claim.handler({ ...ref, execution }));
  if (!claimed) return;
  for (const stage of stagesOf.easm) {
    const { work } = await repeat(() => beginStage.handler({ ...ref, stage }));
    for (const item of work) await repeat(() => runScanner.handler({ ...ref, stage, ...item }));
  }
}

/** A whole scan. */
export async function drive(ref: ScanRef, execution = "execution-1", times = 1): Promise<void> {
  await driveToFinalize(ref, execution, times);
  for (let time = 0; time < times; time += 1) await finalize.handler(ref);
}

/** Everything that the table holds of an org's scan, for comparing before and after. */
export async function stateOf({ org_id, scan_id }: ScanRef) {
  const all = { consistent: true, pages: "all" } as const;
  const [scan, lock, runs, findings, activities] = await Promise.all([
    Scan.get({ org_id, id: scan_id }).go({ consistent: true }),
    ModuleLock.get({ org_id, module: "easm" }).go({ consistent: true }),
    Run.query.primary({ scan_id }).go(all),
    Finding.query.primary({ org_id }).go(all),
    ActivityRow.query.primary({ org_id }).go(all),
  ]);
  const histories = await Promise.all(
    findings.data.map(({ id }) => FindingEventRow.query.primary({ org_id, finding_id: id }).go(all)),
  );
  return {
    scan: scan.data,
    lock: lock.data,
    runs: runs.data,
    findings: findings.data,
    history: histories.flatMap(({ data }) => data),
    activities: activities.data,
  };
}
