/** Something the user can put right: shown as the one line that it is, without a stack trace. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/** Code of a system error such as `EADDRINUSE`, also where another error wraps it; null for any other error. */
export const errorCode = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  return "code" in error && typeof error.code === "string" ? error.code : errorCode(error.cause);
};
