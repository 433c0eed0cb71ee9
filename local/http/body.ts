import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Largest request body that reaches a handler, bytes: what a Lambda can be invoked with. The limit of the API is lower and
 * the handlers', who also put such a call on record.
 */
export const BODY_BYTES_MAX = 6_000_000;

/** What is still swallowed of a body that is too large before the connection is cut. */
const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MILLISECONDS_MAX = 5000;

/** True when the request announces more than is allowed. */
export const announcesTooMuch = (request: IncomingMessage): boolean =>
  Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX;

/** Reads a body; `too large` as soon as it is over the limit, `aborted` when the caller goes away in its midst. */
export function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "aborted"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Buffer | "too large" | "aborted") => {
      request.removeListener("data", collect);
      resolve(result);
    };
    const collect = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > BODY_BYTES_MAX) settle("too large");
    };
    request.on("data", collect);
    request.once("end", () => settle(Buffer.concat(chunks)));
    request.once("error", () => settle("aborted"));
    request.once("close", () => settle("aborted"));
  });
}

/**
 * Answers in full while the caller may still be sending, and only then ends the connection: one that is closed with
 * unread data is reset, and the caller loses the answer. What still comes is thrown away, within bounds.
 */
export function answerAndDrain(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  response.write(body);
  let bytes = 0;
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, DRAIN_MILLISECONDS_MAX);
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES_MAX) finish();
  });
  request.once("end", finish);
  request.once("close", finish);
  request.resume();
}
