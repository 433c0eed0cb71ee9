import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import * as z from "zod";
import { ApiError } from "../domain/errors.ts";
import { openLogger } from "../log/logger.ts";
import { TransactionCancelled } from "../store/transaction.ts";
import type { Endpoint, Reply } from "./endpoint.ts";
import type { Request } from "./request.ts";

const logger = openLogger("api");

const COMMON_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** An answer with a JSON body, or with none when `body` is undefined (204). */
export const json = (
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { ...COMMON_HEADERS, ...headers },
  body: body === undefined ? "" : JSON.stringify(body),
});

/** The answer of an endpoint. The address of a list's next page is that of this one, with `after` in place of `offset`. */
export function respond(
  reply: Reply,
  request: Request,
  { responses }: Pick<Endpoint, "responses">,
): APIGatewayProxyResult {
  const headers = { ...reply.headers, ...(reply.next === undefined ? {} : { Link: nextLink(reply.next, request) }) };
  const answer = json(reply.status, inDocumentedOrder(reply.body, responses[reply.status]), headers);
  return reply.text === undefined ? answer : { ...answer, body: reply.text };
}

/** Fields in the order of the contract, as people read answers too; the store has none. */
function inDocumentedOrder(body: unknown, schema: z.ZodType | null | undefined): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(body)) {
    const element: unknown = schema.element;
    return element instanceof z.ZodType ? body.map((item) => inDocumentedOrder(item, element)) : body;
  }
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null) return body;
  const fields = new Map<string, unknown>(Object.entries(body));
  const documented = Object.keys(schema.shape).filter((name) => fields.has(name));
  return Object.fromEntries([...documented.map((name) => [name, fields.get(name)] as const), ...fields]);
}

function nextLink(after: string, request: Request): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.queryStringParameters ?? {}))
    if (value !== undefined && name !== "offset" && name !== "after") query.set(name, value);
  query.set("after", after);
  return `<${request.requestContext.path}?${query}>; rel="next"`;
}

/**
 * The one place where an error becomes an HTTP answer: an ApiError as it says, the body parser's refusals as 422, a
 * write that found no way between others as 503, and anything else as 500 without a word of its cause, which goes to the log.
 */
export const answerErrors: MiddlewareObj<Request, APIGatewayProxyResult> = {
  onError: (request) => {
    const { error } = request;
    if (error instanceof ApiError) {
      request.response = json(error.status, error.body, error.headers);
      return;
    }
    const unreadable = bodyRefusal(error);
    if (unreadable) {
      request.response = json(422, { detail: unreadable });
      return;
    }
    if (error instanceof TransactionCancelled) {
      request.response = json(503, { detail: "The store is busy; try again" }, { "Retry-After": "1" });
      return;
    }
    logger.error("unexpected error", { error });
    request.response = json(500, { detail: "Internal server error" });
  },
};

/** What to tell the caller when the body parser threw, else null. */
function bodyRefusal(error: unknown): string | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  if (error.statusCode === 415) return "Content-Type must be application/json";
  return error.statusCode === 422 ? "Body is not valid JSON" : null;
}
