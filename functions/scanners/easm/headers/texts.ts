import { ruleOf } from "../shared/rule-of.ts";

/** What all header rules share. */
export const headerIssue = ruleOf({ category: "http", finding_class: "issue" });

/** The last step of each header rule. */
export const RESCAN = "Rescan and see that the finding is gone.";
