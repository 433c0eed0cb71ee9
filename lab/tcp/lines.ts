import type { Socket } from "node:net";

/** Longest line a lab service keeps while it waits for the line's end. */
const LINE_BYTES_MAX = 4_096;

/** Answers each CRLF- or LF-ended line of a text protocol; null ends the connection. */
export function onLines(socket: Socket, answer: (line: string) => string | null): void {
  let pending = "";
  socket.on("data", (chunk: Buffer) => {
    pending += chunk.toString("latin1");
    const lines = pending.split(/\r?\n/);
    pending = (lines.pop() ?? "").slice(0, LINE_BYTES_MAX);
    for (const line of lines) {
      const said = answer(line);
      if (said === null) {
        socket.end();
        return;
      }
      if (said !== "") socket.write(said, "latin1");
    }
  });
}
