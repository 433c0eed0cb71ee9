import type { Asset, AssetKind, AssetOf } from "../domain/asset.ts";
import type { Json } from "../domain/json.ts";
import type { Rule } from "../domain/rule.ts";
import type { ScanParams } from "../domain/scan-params.ts";
import type { Module, ScannerType, Severity } from "../domain/vocabulary.ts";
import type { Net } from "../net/net.ts";
import type { RunTool } from "../tools/tool.ts";

/** A weakness seen on one target. The rule holds everything that does not depend on the target. */
export interface Detection<RuleKey extends string = string> {
  readonly type: "detection";
  readonly rule: RuleKey;
  readonly asset: Pick<Asset, "kind" | "value">;
  /** URL, `host:port` or DNS name where it was seen. */
  readonly matched_at: string;
  readonly port?: number;
  /** Path of the URL, for rules that can match once per path. */
  readonly path?: string;
  /** Name of what distinguishes two detections of a rule on one asset: cookie, header, record, protocol version. Never a value that changes from scan to scan. */
  readonly parameter?: string;
  readonly cve_id?: string;
  /** CVSS base score of `cve_id` as its source has it: it decides the severity. */
  readonly cvss_score?: number;
  /** Set when this target makes the rule's severity higher or lower; the reason is shown to the customer. */
  readonly severity?: { readonly value: Severity; readonly reason: string };
  /** Proof, at most 8 KB as JSON, without secrets in full. */
  readonly evidence: Readonly<Record<string, Json>>;
}

export interface Discovery {
  readonly type: "asset";
  readonly asset: Asset;
}

/**
 * A part of the target that did not answer although the target did: one name of a service, one origin. What is known of
 * it keeps its state, as if it were a target that was not reached.
 */
export interface Missed {
  readonly type: "missed";
  /** Value of the asset that could not be judged: an origin, `host:port/tcp`, a host name. */
  readonly value: string;
  readonly reason: string;
}

export type Emission<RuleKey extends string = string> = Detection<RuleKey> | Discovery | Missed;

/** What a scanner may touch. It has no other way to the outside, to the clock or to randomness. */
export interface ScanTools {
  readonly net: Net;
  /** Starts a program of others, which gets out by a relay of `net` alone. For scanners of type `oss_wrapper`. */
  readonly runTool: RunTool;
  readonly params: ScanParams;
  /** Start of the scan: the one "now" of every judgement in it. */
  readonly now: Date;
  /** A fresh unguessable lower-case alphanumeric token of `length` characters, for soft-404 probes and markers. */
  token(length: number): string;
  /** Assets of a kind that earlier stages of this scan found, sorted by value. */
  known<K extends AssetKind>(kind: K): readonly AssetOf<K>[];
  /** Aborts when the scan's time for this batch is over; pass it on to whatever waits. */
  readonly signal: AbortSignal;
}

/**
 * One scanner, one file. `scan` is called once per target, several targets at a time. What it yields before it throws
 * is kept. A `NetError` that escapes means "target not reached": the target's earlier findings keep their state. Any
 * other error marks the run failed, with the target and the message.
 */
export interface Scanner<K extends AssetKind = AssetKind, RuleKey extends string = string> {
  /** Dotted `module.name`. */
  readonly key: string;
  readonly module: Module;
  readonly stage: string;
  readonly type: ScannerType;
  /** A short phrase for humans: what it looks for. */
  readonly title: string;
  readonly consumes: readonly K[];
  readonly rules: Readonly<Record<RuleKey, Rule>>;
  /** Targets handed to one task; a task must end within its 10 minutes. */
  readonly targetsPerBatch: number;
  /** Targets scanned at the same time within a task. */
  readonly concurrency: number;
  /** A target that takes longer is abandoned and counts as not reached. */
  readonly secondsPerTarget: number;
  scan(target: AssetOf<K>, tools: ScanTools): AsyncIterable<Emission<RuleKey>>;
}

/** Declares a scanner; infers its rule keys, so that a detection cannot name a rule that does not exist. */
export const scanner = <K extends AssetKind, RuleKey extends string>(
  definition: Scanner<K, RuleKey>,
): Scanner<K, RuleKey> => definition;

/** Shorthand for yielding an asset. */
export const found = (asset: Asset): Discovery => ({ type: "asset", asset });

/** Shorthand for yielding what did not answer. */
export const missed = (value: string, reason: string): Missed => ({ type: "missed", value, reason });

/** Shorthand for yielding a detection. */
export const detection = <RuleKey extends string>(fields: Omit<Detection<RuleKey>, "type">): Detection<RuleKey> => ({
  type: "detection",
  ...fields,
});
