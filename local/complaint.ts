import { StartupError } from "./failure.ts";

/**
 * What an operator can put right after a command failed, for people to read; undefined for anything else. `usage` is
 * shown with what is wrong in the command line.
 */
export function complaintOf(error: unknown, usage: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StartupError || error.name === "LedgerReplaced") return error.message;
  if ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) return `${error.message}\n\n${usage}`;
  // Other services' resources that there are not are told by whoever asks for them.
  if (error.name === "ResourceNotFoundException" || /non-existent table/.test(error.message))
    return "There is no such table";
  if (isAbsentQueue(error)) return "There is no such queue";
  if (/Region is missing|Could not load credentials/i.test(error.message))
    return "Set the region and the credentials of AWS in this shell: AWS_REGION, AWS_PROFILE";
  return refusalOf(error) ?? complaintOf(error.cause, usage);
}

/** SQS has a name of its own for it, and the one of its first protocol. */
export const isAbsentQueue = (error: unknown): boolean =>
  error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name);

/** What AWS, its SDK or the network says in its own words, as one line. Undefined where another error wraps it. */
function refusalOf(error: Error): string | undefined {
  if ("syscall" in error || (error instanceof AggregateError && "code" in error)) return oneLine(messageOf(error));
  // The SDK puts these on what it throws; what it says of credentials that it cannot get comes before any request.
  if ("$metadata" in error || /^(Credentials|Token)ProviderError$/.test(error.name))
    return oneLine(`${error.name}: ${error.message}`);
  return undefined;
}

/** A connection that was tried at several addresses has no message of its own. */
function messageOf(error: Error): string {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : error.name);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
