import * as z from "zod";
import { ApiError, badRequest, conflict, unprocessable } from "../../domain/errors.ts";
import { cooldownBody } from "../../domain/scan.ts";
import { type ScanOptions, scanOptions } from "../../domain/scan-params.ts";
import {
  addressCount,
  containsRange,
  inScope,
  normaliseTarget,
  RANGE_ADDRESSES_MAX,
  scopeOf,
} from "../../domain/scope.ts";
import type { SeedDomain } from "../../domain/seed.ts";
import { type Module, modules } from "../../domain/vocabulary.ts";
import { scannerKeys } from "../../scanners/keys.ts";
import { validatedAccountCount } from "../../store/cloud-accounts.ts";
import { listSeeds } from "../../store/domains.ts";
import { startExecution } from "../../store/executions.ts";
import { fingerprintOf, firstAnswer, type Repeatable } from "../../store/idempotency.ts";
import { createScan, scanAnswer } from "../../store/scan-requests.ts";
import { surfaceSummary } from "../../store/surface.ts";
import { accepted, endpoint } from "../endpoint.ts";
import { idempotencyKey } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { EMPTY_SURFACE, notDeployed } from "../readiness.ts";
import { moduleName } from "../schemas.ts";
import { scanAccepted, scanCooldown } from "../schemas-scans.ts";

const knownScanners = modules
  .filter((module) => scannerKeys[module].length > 0)
  .map((module) => `Of ${module}: ${scannerKeys[module].join(", ")}.`)
  .join(" ");

export const createScanEndpoint = endpoint({
  operationId: "createScan",
  method: "POST",
  path: "/org/scans",
  auth: "org",
  tag: "Scans",
  summary: "Start a scan of one module; it runs in the background",
  description:
    "Answers at once with a `pending` job; poll `GET /org/scans/{scan_id}/progress` every few seconds. An EASM scan needs a domain (400), a DAST scan a completed EASM scan that found web apps, a cloud scan a validated account (409 both); and 409 is the answer where a deployment has no scanners for the module. One scan of a module at a time (409), and one per `scan_interval_days` (429, unless `force`). With an `Idempotency-Key` a repetition gets the first answer again.",
  body: z.object({
    module: moduleName.default("easm"),
    scanners: z
      .array(z.string().max(100))
      .max(100)
      .default([])
      .meta({
        description: `Keys of scanners of the module; empty means the full pipeline. ${knownScanners}`,
        example: [],
      }),
    params: scanOptions
      .extend({ module: moduleName.optional() })
      .default({})
      .meta({
        description:
          "Options of the scan; unknown ones are refused. `module` may stand here as well, as it does in answers",
        example: { ua_mode: "browser", rate_limit_rps: 50 },
      }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: "Start in spite of the cooldown; the audit log says so", example: false }),
  }),
  module: (body) => (isObject(body) ? (body.module ?? "easm") : undefined),
  headers: z.object({ "Idempotency-Key": idempotencyKey }),
  responses: { 202: scanAccepted },
  errors: {
    400: { meaning: "The org has no domain", detail: "An EASM scan needs at least one domain" },
    403: "The module is not enabled for the org",
    409: {
      meaning: "A scan of the module is pending or running, or the module has nothing to scan yet",
      detail: {
        in_flight: "A scan of module easm is already pending or running",
        no_surface: "DAST requires a completed EASM scan that discovered web apps",
        no_account: "A cloud scan requires a validated cloud account",
        not_deployed: "Scans of module dast are not available in this deployment",
      },
    },
    429: { meaning: "The module is in cooldown", body: scanCooldown },
  },
  grant: "scan-control",
  async handle({ org, body, headers, by, now }) {
    const { module, ...options } = body.params;
    if (module !== undefined && module !== body.module) throw unprocessable("params.module: differs from module");
    const key = headers["Idempotency-Key"];
    const repeatable = key === undefined ? undefined : { key, fingerprint: fingerprintOf(body) };
    const earlier = await answerToRepetition(org.id, repeatable, now);
    if (earlier) return accepted(earlier);
    if (body.force) by.audit.note({ force: true, module: body.module });
    refuseUnknownScanners(body.module, body.scanners);
    const seeds = await listSeeds(org.id);
    await refuseUnready(body.module, org.id, seeds);
    refuseBadScope(seeds, options);
    const { params: _, ...input } = body;
    const outcome = await createScan({ ...input, org, options, seeds, repeatable }, by);
    if ("refusal" in outcome) {
      const { refusal } = outcome;
      if (refusal.reason === "repeated") return accepted(await answerToRepetition(org.id, repeatable, now));
      if (refusal.reason === "cooldown") throw cooldown(body.module, refusal.nextAllowedAt, now);
      throw conflict(`A scan of module ${body.module} is already pending or running`);
    }
    await startExecution(outcome.scan);
    return accepted(scanAnswer(outcome.scan));
  },
});

export const handler = lambda(createScanEndpoint);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function cooldown(module: Module, nextAllowedAt: string, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((Date.parse(nextAllowedAt) - now.getTime()) / 1000));
  return new ApiError(429, cooldownBody(module, nextAllowedAt), { "Retry-After": String(seconds) });
}

/** What the same request was answered before; null when there was none. Throws 422 when its key came with another body. */
async function answerToRepetition(orgId: string, repeatable: Repeatable | undefined, now: Date) {
  const answer = repeatable === undefined ? null : await firstAnswer(orgId, repeatable, now);
  if (answer === "other body") throw unprocessable("Idempotency-Key: was used with another body in the last 24 hours");
  return answer;
}

function refuseUnknownScanners(module: Module, scanners: readonly string[]): void {
  const unknown = scanners.find((key) => !scannerKeys[module].includes(key));
  if (unknown === undefined) return;
  const known = scannerKeys[module].join(", ") || "none";
  throw unprocessable(`scanners: ${JSON.stringify(unknown)} is not a scanner of module ${module} (known: ${known})`);
}

/** Each module needs something to scan: seeds, web apps, accounts. */
async function refuseUnready(asked: Module, orgId: string, seeds: readonly SeedDomain[]): Promise<void> {
  switch (asked) {
    case "easm":
      if (seeds.length === 0) throw badRequest("An EASM scan needs at least one domain");
      break;
    case "dast":
      if (((await surfaceSummary(orgId))?.count ?? 0) === 0) throw conflict(EMPTY_SURFACE);
      break;
    case "cloud":
      if ((await validatedAccountCount(orgId)) === 0) throw conflict("A cloud scan requires a validated cloud account");
      break;
    default:
      asked satisfies never;
  }
  const missing = notDeployed(asked);
  if (missing !== null) throw conflict(missing);
}

/** Targets must lie within the seeds, exclusions must be hosts, addresses or CIDRs, and the ranges must be of a size that a scan can visit. */
function refuseBadScope(seeds: readonly SeedDomain[], options: ScanOptions): void {
  const all = scopeOf(seeds, null, []);
  for (const target of options.targets ?? []) {
    const normalised = normaliseTarget(target);
    const within =
      normalised !== null && (inScope(normalised, all) || all.ranges.some((range) => containsRange(range, normalised)));
    if (!within) throw unprocessable(`params.targets: ${JSON.stringify(target)} is not within the org's domains`);
  }
  const bad = options.exclude?.find((entry) => normaliseTarget(entry) === null);
  if (bad !== undefined) throw unprocessable(`params.exclude: ${JSON.stringify(bad)} is no host name, address or CIDR`);
  const { ranges } = scopeOf(seeds, options.targets ?? null, []);
  const addresses = ranges.reduce((sum, range) => sum + addressCount(range), 0);
  if (addresses <= RANGE_ADDRESSES_MAX) return;
  const limit = `hold ${addresses} addresses in all, a scan visits at most ${RANGE_ADDRESSES_MAX}`;
  throw unprocessable(
    options.targets
      ? `params.targets: the IP ranges ${limit}`
      : `The org's IP ranges ${limit}; name a part of them in params.targets`,
  );
}
