import type { IncomingMessage, RequestListener } from "node:http";
import type { LabRequest, Responder } from "./reply.ts";

const BODY_BYTES_MAX = 65_536;

/** Host name of a Host header, lower-case, without the port. */
const hostOf = (request: IncomingMessage): string => (request.headers.host ?? "").toLowerCase().replace(/:\d+$/, "");

/**
 * Serves a responder under the given names; a request for any other name gets an empty 421 (RFC 9110, 15.5.20), as
 * hosts that share an address must not answer for each other. With null for the names it answers to any.
 */
export const listener =
  (names: readonly string[] | null, respond: Responder, urlOf: LabRequest["urlOf"]): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      if (size < BODY_BYTES_MAX) chunks.push(chunk);
      size += chunk.length;
    });
    request.on("end", () => {
      if (names !== null && !names.includes(hostOf(request))) {
        response.writeHead(421).end();
        return;
      }
      const target = request.url ?? "/";
      const answer = respond({
        method: request.method ?? "GET",
        path: target.split("?")[0] ?? "/",
        target,
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        urlOf,
      });
      if (typeof answer === "function") {
        answer(response);
        return;
      }
      response.writeHead(answer.status, Object.entries(answer.headers).flatMap(flatHeader));
      response.end(answer.body);
    });
  };

/** One name and value per header line, as `writeHead` takes them, so that repeated headers stay separate lines. */
const flatHeader = ([name, value]: [string, string | readonly string[]]): string[] =>
  typeof value === "string" ? [name, value] : value.flatMap((line) => [name, line]);
