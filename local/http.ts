import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Handler } from "../functions/api/request.ts";
import { openLogger } from "../functions/log/logger.ts";
import { errorCode, StartupError } from "./failure.ts";
import { announcesTooMuch, answerAndDrain, readBody } from "./http/body.ts";
import { encode } from "./http/compress.ts";
import { invocationContext, parseQuery, proxyEvent } from "./http/proxy-event.ts";
import type { Match, Router } from "./http/router.ts";
import { listenOnLoopback, stopServer } from "./loopback.ts";

/** The handler of an endpoint, with a name for its logs. */
export interface Target {
  readonly name: string;
  readonly handler: Handler;
}

/** Where requests go. */
export interface Routing {
  readonly route: Router<Target>;
  /** Gets what no endpoint serves: another method of a known path, and every unknown path. */
  readonly fallback: Target;
}

export interface HttpFront {
  readonly port: number;
  /** Takes no more requests, lets those in flight end, and closes. */
  stop(): Promise<void>;
}

/** Bytes of all header lines: what API Gateway accepts. */
const HEADER_BYTES_MAX = 10_240;
const HEADERS_MILLISECONDS_MAX = 10_000;
const REQUEST_MILLISECONDS_MAX = 30_000;
const KEEP_ALIVE_MILLISECONDS = 5000;
const STOP_GRACE_MILLISECONDS = 3000;

/**
 * Serves HTTP on 127.0.0.1 in place of API Gateway: the same events, the same handlers, the same fallback, and every
 * answer that the front makes itself is `{detail}` as well. Throws a StartupError when the port is taken.
 */
export async function startHttpFront(routing: Routing, port: number): Promise<HttpFront> {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_MILLISECONDS_MAX,
      requestTimeout: REQUEST_MILLISECONDS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      // Node would answer a missing Host header without a body; the routes do not depend on the header.
      requireHostHeader: false,
    },
    (request, response) => void serve(routing, request, response),
  );
  server.on("checkContinue", (request, response) => {
    if (!announcesTooMuch(request)) response.writeContinue();
    void serve(routing, request, response);
  });
  // Node would answer 417 without a body to any other expectation; the standard lets a server ignore it.
  server.on("checkExpectation", (request, response) => void serve(routing, request, response));
  server.on("clientError", refuseUnreadable);
  return { port: await listen(server, port), stop: () => stopServer(server, STOP_GRACE_MILLISECONDS) };
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    return await listenOnLoopback(server, port);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EADDRINUSE") throw new StartupError(`Port ${port} is in use: stop what listens there, or set PORT`);
    if (code === "EACCES")
      throw new StartupError(`Port ${port} may not be used by this user: set PORT to one above 1023`);
    throw error;
  }
}

const detail = (text: string): string => JSON.stringify({ detail: text });

async function serve(routing: Routing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A response whose caller has gone away is nobody's loss.
  response.on("error", () => undefined);
  if (announcesTooMuch(request)) return refuseTooLarge(request, response);
  const body = await readBody(request);
  if (body === "aborted") return;
  if (body === "too large") return refuseTooLarge(request, response);
  const { path, query } = splitTarget(request.url ?? "/");
  const match = routing.route(path);
  const event = eventOf(match, request, path, parseQuery(query), body);
  await send(request, response, await invoke(match?.resource.methods.get(event.httpMethod) ?? routing.fallback, event));
}

const refuseTooLarge = (request: IncomingMessage, response: ServerResponse): void =>
  answerAndDrain(request, response, 413, detail("Request body is larger than 256 KB"));

/** The target may be a whole URL (RFC 9112, 3.2.2); what counts is its path and query. */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const [path = "/", ...query] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  return { path, query: query.join("?") };
}

const refusal = (statusCode: number, text: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { "Content-Type": "application/json" },
  body: detail(text),
});

const eventOf = (
  match: Match<Target> | null,
  request: IncomingMessage,
  path: string,
  query: Readonly<Record<string, string[]>>,
  body: Buffer,
): APIGatewayProxyEvent =>
  proxyEvent({
    request,
    method: request.method ?? "GET",
    path,
    resource: match?.resource.pattern ?? "/{proxy+}",
    params: match?.params ?? {},
    query,
    body: body.length > 0 ? body.toString() : null,
  });

async function invoke(target: Target, event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  try {
    return await target.handler(event, invocationContext(target.name, event.requestContext.requestId));
  } catch (error) {
    // The chain answers every error by itself, so this is a fault in the chain.
    openLogger("local").error("a handler failed", { handler: target.name, error });
    return refusal(502, "Internal server error");
  }
}

async function send(request: IncomingMessage, response: ServerResponse, result: APIGatewayProxyResult): Promise<void> {
  const whole = Buffer.from(result.body, result.isBase64Encoded ? "base64" : "utf8");
  const { body, headers: encoding } = await encode(whole, request.headers["accept-encoding"]);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(result.headers ?? {})) headers[name] = String(value);
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {})) headers[name] = values.map(String);
  Object.assign(headers, encoding);
  if (result.statusCode !== 204 && result.statusCode !== 304) headers["Content-Length"] = String(body.length);
  response.writeHead(result.statusCode, headers).end(body);
}

const unreadable: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "Request headers are larger than 10 KB"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not arrive in time"],
};

/** Answers what Node's parser could not read, and closes the connection. */
function refuseUnreadable(error: Error, socket: Duplex): void {
  if (!socket.writable || errorCode(error) === "ECONNRESET") return void socket.destroy();
  const [status, reason, text] = unreadable[errorCode(error) ?? ""] ?? [
    400,
    "Bad Request",
    "The request is not valid HTTP",
  ];
  const body = detail(text);
  const lines = [`HTTP/1.1 ${status} ${reason}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
  socket.end([...lines, "Connection: close", "", body].join("\r\n"));
}
