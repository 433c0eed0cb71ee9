import type { Asset } from "../domain/asset.ts";
import type { Coverage } from "../domain/reconcile.ts";
import { type RunCounters, runStatus } from "../domain/scan.ts";
import { withDefaults } from "../domain/scan-params.ts";
import type { ScanRecord } from "../store/scans.ts";

/**
 * What a scan was able to see. An asset counts as reached when the scan visited it, or, where it is gone, when the host
 * that it was on was visited and answered: a host that did not answer says nothing about what was on it.
 */
export function coverageOf(
  scan: ScanRecord,
  runs: readonly RunCounters[],
  assets: readonly Asset[],
  unreached: ReadonlySet<string>,
): Coverage {
  const visited = new Set(assets.filter(({ value }) => !unreached.has(value)).map(({ value }) => value));
  const answered = new Set(
    assets.flatMap((asset) => (asset.kind === "service" ? [asset.attributes.host, ...asset.attributes.names] : [])),
  );
  return {
    scanId: scan.id,
    full: scan.requested_scanners.length === 0 && withDefaults(scan.options).targets === null,
    succeeded: new Set(
      runs
        .filter((run) => ["completed", "skipped"].includes(runStatus(run, "running")))
        .map(({ scanner_key }) => scanner_key),
    ),
    reached: (asset) => visited.has(asset) || (!unreached.has(asset) && answered.has(hostOf(asset))),
  };
}

/** Host of an asset's value: `https://www.example.com:8443`, `www.example.com:22/tcp` and `www.example.com` are all on the same. */
export function hostOf(value: string): string {
  return value.includes("://") ? new URL(value).hostname : value.replace(/:\d+\/tcp$/, "");
}
