import { randomInt } from "node:crypto";
import { type Asset, type AssetKind, type AssetOf, assetId, mergeAssets } from "../domain/asset.ts";
import { contentDigest, type DetectedFinding, detectedFinding } from "../domain/finding.ts";
import { NetError } from "../net/net.ts";
import type { Detection, Emission, Scanner, ScanTools } from "../scanners/scanner.ts";
import type { Unreached } from "../store/runs.ts";

/** What a batch of targets came to. */
export interface BatchYield {
  readonly assets: readonly Asset[];
  readonly findings: readonly DetectedFinding[];
  /** Everything that was reported, before merging. */
  readonly rawCount: number;
  readonly targetCount: number;
  readonly unreached: readonly Unreached[];
  /** Values of assets within reached targets that did not answer. */
  readonly missed: readonly string[];
  /** One line per target on which the scanner itself failed. */
  readonly errors: readonly string[];
}

export interface BatchInput {
  readonly scanner: Scanner;
  readonly targets: readonly Asset[];
  readonly orgId: string;
  readonly scopeId: string;
  readonly tools: Omit<ScanTools, "token">;
}

/** Bounds of one batch: a hostile host must not fill the memory or the table. */
const EMISSIONS_PER_TARGET_MAX = 5_000;
const ERRORS_KEPT_MAX = 20;

/**
 * Runs a scanner over its targets, several at a time. A target that cannot be reached or takes too long is noted as
 * unreached, one on which the scanner throws as an error; neither keeps the others from being scanned.
 */
export async function scanTargets(input: BatchInput): Promise<BatchYield> {
  const collected = new Collector(input);
  const queue = [...input.targets];
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) await scanOne(target, input, collected);
  };
  await Promise.all(Array.from({ length: Math.min(input.scanner.concurrency, queue.length) }, worker));
  return collected;
}

async function scanOne(target: Asset, { scanner, tools }: BatchInput, collected: Collector): Promise<void> {
  const seconds = AbortSignal.timeout(scanner.secondsPerTarget * 1000);
  const signal = AbortSignal.any([tools.signal, seconds]);
  let emitted = 0;
  try {
    const emissions = scanner.scan(target as AssetOf<AssetKind>, { ...tools, signal, token: randomToken });
    for await (const emission of untilAborted(emissions, signal)) {
      emitted += 1;
      if (emitted > EMISSIONS_PER_TARGET_MAX) throw new Error(`more than ${EMISSIONS_PER_TARGET_MAX} results`);
      collected.add(emission);
    }
  } catch (error) {
    if (signal.aborted) collected.unreached.push({ target: target.value, reason: "took too long" });
    else if (error instanceof NetError) collected.unreached.push({ target: target.value, reason: error.message });
    else collected.fail(target, error);
  }
}

/** Passes on what a scanner yields, and gives up on it when the time is over, even if it never yields again. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a scanner that hangs would never return.
    void iterator.return?.().then(undefined, () => undefined);
  }
}

class Collector implements BatchYield {
  readonly #input: BatchInput;
  readonly #assets: Asset[] = [];
  readonly #findings = new Map<string, DetectedFinding>();
  readonly unreached: Unreached[] = [];
  readonly missed: string[] = [];
  readonly errors: string[] = [];
  rawCount = 0;

  constructor(input: BatchInput) {
    this.#input = input;
  }

  get targetCount() {
    return this.#input.targets.length;
  }

  get assets() {
    return mergeAssets(this.#assets);
  }

  get findings() {
    return [...this.#findings.values()];
  }

  add(emission: Emission): void {
    this.rawCount += 1;
    switch (emission.type) {
      case "asset":
        this.#assets.push(emission.asset);
        break;
      case "missed":
        this.missed.push(emission.value);
        break;
      case "detection":
        this.#addFinding(emission);
        break;
      default:
        emission satisfies never;
    }
  }

  fail(target: Asset, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.errors.length < ERRORS_KEPT_MAX) this.errors.push(`${target.value}: ${message.slice(0, 200)}`);
  }

  #addFinding(detection: Detection): void {
    const { scanner, orgId, scopeId } = this.#input;
    const rule = scanner.rules[detection.rule];
    if (!rule) throw new Error(`rule ${detection.rule} does not exist`);
    const finding = detectedFinding({
      orgId,
      scopeId,
      module: scanner.module,
      scanner: scanner.key,
      ruleKey: detection.rule,
      rule,
      assetId: assetId(orgId, detection.asset),
      asset: detection.asset.value,
      matchedAt: detection.matched_at,
      port: detection.port,
      path: detection.path,
      parameter: detection.parameter,
      cveId: detection.cve_id,
      cvssScore: detection.cvss_score,
      severity: detection.severity,
      evidence: detection.evidence,
    });
    // Targets may show one and the same finding, in any order: which of them tells it must not change from scan to scan.
    const earlier = this.#findings.get(finding.id);
    if (!earlier || contentDigest(finding) < contentDigest(earlier)) this.#findings.set(finding.id, finding);
  }
}

const TOKEN_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

function randomToken(length: number): string {
  let token = TOKEN_ALPHABET.charAt(randomInt(26));
  while (token.length < length) token += TOKEN_ALPHABET.charAt(randomInt(TOKEN_ALPHABET.length));
  return token;
}
