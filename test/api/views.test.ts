import { expect, test } from "vitest";
import { runView } from "../../functions/api/views.ts";

type Run = Parameters<typeof runView>[0];
type Scan = Parameters<typeof runView>[1];

const at = "2026-01-31T09:30:00.000Z";
const run = (batches_done: number): Run => ({
  scan_id: "s",
  scanner_key: "easm.tls",
  scanner_type: "native",
  batches_total: 2,
  batches_done,
  batches_failed: 0,
  raw_count: 0,
  asset_count: 0,
  finding_count: 0,
  target_count: 0,
  unreached_count: 0,
  started_at: at,
  finished_at: at,
});
const scan = (status: Scan["status"]): Scan => ({
  id: "s",
  org_id: "o",
  customer_id: "c",
  org_slug: "c",
  scope_id: "x",
  module: "easm",
  status,
  requested_scanners: [],
  options: {},
  cancel_requested: false,
  stages_total: 5,
  stages_done: 1,
  assets: 0,
  findings: 0,
  created_at: at,
});

test.each([
  [1, "running", "running", null],
  [2, "running", "completed", at],
  [1, "cancelled", "cancelled", at],
  [1, "failed", "failed", at],
] as const)(
  "a run with %i of 2 batches done in a scan that is %s is %s, finished at %s",
  (done, of, status, finished_at) => {
    expect(runView(run(done), scan(of))).toMatchObject({ status, started_at: at, finished_at });
  },
);
