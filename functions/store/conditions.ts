import { isConditionFailure } from "./transaction.ts";

/** For writes that have nothing to do when another was faster: swallows the failed condition, rethrows anything else. */
export const ignoreConditionFailure = (error: unknown): void => {
  if (!isConditionFailure(error)) throw error;
};
