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
import type { Module } from "../../domain/vocabulary.ts";
import { scannerKeys } from "../../scanners/keys.ts";
import { listSeeds } from "../../store/domains.ts";
import { startExecution } from "../../store/executions.ts";
import { fingerprintOf, firstAnswer, type Repeatable } from "../../store/idempotency.ts";
import { createScan, scanAnswer } from "../../store/scan-requests.ts";
import { accepted, endpoint } from "../endpoint.ts";
import { idempotencyKey } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { moduleName, scanAccepted, scanCooldown } from "../schemas.ts";

export const createScanEndpoint = endpoint({
  operationId: "createScan",
  method: "POST",
  path: "/org/scans",
  auth: "org",
  tag: "Scans",
  summary: "Start a scan of one module; it runs in the background",
  body: z.object({
    module: moduleName.default("easm"),
    scanners: z.array(z.string().max(100)).max(100).default([]).meta({ description: "Empty means the full pipeline" }),
    params: scanOptions.default({}),
    force: z.boolean().default(false).meta({ description: "Start in spite of the cooldown" }),
  }),
  module: (body) => (isObject(body) ? (body.module ?? "easm") : undefined),
  headers: z.object({ "Idempotency-Key": idempotencyKey }),
  responses: { 202: scanAccepted },
  errors: {
    400: "The org has no domain",
    403: "The module is not enabled for the org",
    409: "A scan of the module is pending or running, or the module has nothing to scan yet",
    429: { meaning: "The module is in cooldown", body: scanCooldown },
  },
  grant: "scan-control",
  async handle({ org, body, headers, by, now }) {
    if (body.force) by.audit.note({ force: true, module: body.module });
    const key = headers["Idempotency-Key"];
    const repeatable = key === undefined ? undefined : { key, fingerprint: fingerprintOf(body) };
    const earlier = await answerToRepetition(org.id, repeatable, now);
    if (earlier) return accepted(earlier);
    refuseUnknownScanners(body.module, body.scanners);
    const seeds = await listSeeds(org.id);
    refuseUnready(body.module, seeds);
    refuseBadScope(seeds, body.params);
    const { params: options, ...input } = body;
    const outcome = await createScan({ ...input, org, options, seeds, repeatable }, by);
    if ("refusal" in outcome) {
      const { refusal } = outcome;
      if (refusal.reason === "repeated") return accepted(await answerToRepetition(org.id, repeatable, now));
      if (refusal.reason === "cooldown") throw new ApiError(429, cooldownBody(body.module, refusal.nextAllowedAt));
      throw conflict(`A scan of module ${body.module} is already pending or running`);
    }
    await startExecution(outcome.scan);
    return accepted(scanAnswer(outcome.scan));
  },
});

export const handler = lambda(createScanEndpoint);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

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

function refuseUnready(asked: Module, seeds: readonly SeedDomain[]): void {
  switch (asked) {
    case "easm":
      if (seeds.length === 0) throw badRequest("An EASM scan needs at least one domain");
      return;
    case "dast":
      throw conflict("DAST requires a completed EASM scan that discovered web apps");
    case "cloud":
      throw conflict("A cloud scan requires a validated cloud account");
    default:
      asked satisfies never;
  }
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
