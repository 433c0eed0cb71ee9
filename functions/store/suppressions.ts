import type { SuppressionRule } from "../domain/suppression.ts";
import { Suppression } from "./entities/suppression.ts";

/** The suppression rules of an org that hold. */
export async function activeRules(orgId: string): Promise<readonly SuppressionRule[]> {
  const { data } = await Suppression.query.primary({ org_id: orgId }).go({ consistent: true, pages: "all" });
  return data.filter(({ active }) => active);
}
