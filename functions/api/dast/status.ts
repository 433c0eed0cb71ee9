import { nextScanAllowedAt } from "../../domain/scan.ts";
import { moduleClock } from "../../store/scans.ts";
import { surfaceSummary } from "../../store/surface.ts";
import { endpoint, ok } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { EMPTY_SURFACE, notDeployed } from "../readiness.ts";
import { dastStatus } from "../schemas-dast.ts";

export const getDastStatusEndpoint = endpoint({
  operationId: "getDastStatus",
  method: "GET",
  path: "/org/dast/status",
  auth: "org",
  tag: "DAST",
  summary: "Tell whether a DAST scan can start, and if not, why",
  description: "Answers 200 as well when the module is not enabled for the org: `enabled` is false then.",
  responses: { 200: dastStatus },
  examples: {
    200: { enabled: true, can_run: true, reason: null, in_flight_scan_id: null, next_scan_allowed_at: null },
  },
  errors: {},
  grant: "read",
  async handle({ org, now }) {
    const [surface, clock] = await Promise.all([surfaceSummary(org.id), moduleClock(org.id, "dast")]);
    const enabled = org.modules_enabled.includes("dast");
    const nextAllowedAt = nextScanAllowedAt(clock.last_counted_at, org.scan_interval_days, now);
    const refusals = [
      !enabled && "Module dast is not enabled for this org",
      (surface?.count ?? 0) === 0 && EMPTY_SURFACE,
      notDeployed("dast"),
      clock.active_scan_id !== undefined && "A scan of module dast is already pending or running",
      nextAllowedAt !== null && `The module is in cooldown until ${nextAllowedAt}`,
    ];
    const reason = refusals.find((refusal) => typeof refusal === "string") ?? null;
    return ok({
      enabled,
      can_run: reason === null,
      reason,
      surface_count: surface?.count ?? 0,
      last_easm_scan_id: surface?.scanId ?? null,
      in_flight_scan_id: clock.active_scan_id ?? null,
      next_scan_allowed_at: nextAllowedAt,
    });
  },
});

export const handler = lambda(getDastStatusEndpoint);
