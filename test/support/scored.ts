import { placeOf } from "../../functions/scan/coverage.ts";
import type { Scored } from "../../lab/score.ts";

/** What the API tells of a finding, as far as the lab's ground truth asks for it. */
export interface LabFinding {
  readonly template_id: string;
  readonly asset: string;
  readonly evidence: { readonly port?: number; readonly path?: string; readonly parameter?: string };
}

/** A finding as the lab's ground truth names weaknesses. */
export const scored = ({ template_id, asset, evidence }: LabFinding): Scored => ({
  rule: template_id,
  host: placeOf(asset).host,
  port: placeOf(asset).port ?? evidence.port ?? null,
  path: evidence.path ?? null,
  parameter: evidence.parameter ?? null,
});
