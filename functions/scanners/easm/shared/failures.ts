import { NetError } from "../../../net/net.ts";

/**
 * The failures that say something about the target's answer to one question, as against those that forbid to go on
 * (scope, block list, scan aborted), which must reach the scan engine.
 */
export const isAnswerFailure = (error: unknown): error is NetError =>
  error instanceof NetError &&
  error.code !== "aborted" &&
  error.code !== "out_of_scope" &&
  error.code !== "blocked_address";

/** The value, or null when the target failed to give an answer. Other errors pass. */
export async function answerOrNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (isAnswerFailure(error)) return null;
    throw error;
  }
}
