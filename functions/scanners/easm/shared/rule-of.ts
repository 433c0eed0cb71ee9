import type { Rule } from "../../../domain/rule.ts";

/** Fills in what a group of rules has in common, so that each rule shows only what is its own. */
export const ruleOf =
  (shared: Pick<Rule, "category" | "finding_class">) =>
  (own: Omit<Rule, "category" | "finding_class">): Rule => ({ ...shared, ...own });
