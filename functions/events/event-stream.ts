/**
 * Writes lines to standard output, each as it is: the event stream. `EVENT_STREAM=off` leaves it out, where people look
 * at the output.
 */
export function print(lines: readonly string[]): void {
  if (process.env.EVENT_STREAM === "off") return;
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
