import { StartupError } from "./failure.ts";

/**
 * What an operator can put right after a command failed, for people to read; undefined for anything else. `usage` is
 * shown with what is wrong in the command line.
 */
export function complaintOf(error: unknown, usage: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StartupError || error.name === "LedgerReplaced") return error.message;
  if ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) return `${error.message}\n\n${usage}`;
  if (/non-existent table|ResourceNotFound/.test(error.message)) return "There is no such table";
  if (/QueueDoesNotExist|NonExistentQueue/.test(error.name)) return "There is no such queue";
  if (/Region is missing|Could not load credentials/i.test(error.message))
    return "Set the region and the credentials of AWS in this shell: AWS_REGION, AWS_PROFILE";
  return complaintOf(error.cause, usage);
}
