import type { Happening } from "../domain/events.ts";
import type { ScanRecord } from "../store/scans.ts";

/** The org of a scan, as far as an event names it: kept on the scan, so that its tasks need not read the org. */
export const orgOf = (scan: ScanRecord): Happening["org"] => ({
  id: scan.org_id,
  slug: scan.org_slug,
  customer_id: scan.customer_id,
});
