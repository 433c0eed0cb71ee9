import { ANY_HOST } from "./ground-truth.ts";
import type { Truth } from "./model.ts";

/** What the score needs to know of a finding. Null and absent mean the same. */
export interface Scored {
  readonly rule: string;
  /** Name or address that the finding is about, without port. */
  readonly host: string;
  readonly port?: number | null;
  readonly path?: string | null;
  readonly parameter?: string | null;
}

export interface Score<F extends Scored> {
  /** Share of the truths that were found, 0 to 1; 1 when there are none. */
  readonly recall: number;
  /** Share of the findings that are true, 0 to 1; 1 when there are none. */
  readonly precision: number;
  readonly missed: readonly Truth[];
  readonly unexpected: readonly F[];
}

/** A finding matches a truth when rule and host agree, and port, path and parameter wherever the truth names them. */
export const matches = (finding: Scored, truth: Truth): boolean =>
  finding.rule === truth.rule &&
  (truth.host === ANY_HOST || finding.host === truth.host) &&
  (truth.port === undefined || finding.port === truth.port) &&
  (truth.path === undefined || finding.path === truth.path) &&
  (truth.parameter === undefined || finding.parameter?.toLowerCase() === truth.parameter.toLowerCase());

/**
 * Recall and precision of findings against the truths. One finding cannot stand for two truths, nor can two findings
 * for one: the second is unexpected.
 */
export function score<F extends Scored>(findings: readonly F[], truths: readonly Truth[]): Score<F> {
  const open = new Set(truths);
  const unexpected: F[] = [];
  // The most exact truth first, so that a vague one does not take the finding that another needs.
  const exactness = (truth: Truth): number => Object.values(truth).filter((value) => value !== undefined).length;
  for (const finding of findings) {
    const candidates = [...open].filter((truth) => matches(finding, truth));
    const [best] = candidates.sort((one, other) => exactness(other) - exactness(one));
    if (best === undefined) unexpected.push(finding);
    else open.delete(best);
  }
  const found = truths.length - open.size;
  return {
    recall: truths.length === 0 ? 1 : found / truths.length,
    precision: findings.length === 0 ? 1 : found / findings.length,
    missed: [...open],
    unexpected,
  };
}
