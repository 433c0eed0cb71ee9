import middy, { type MiddlewareObj } from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyResult } from "aws-lambda";
import { tooLarge, unavailable } from "../domain/errors.ts";
import { within } from "../log/context.ts";
import { openLogger } from "../log/logger.ts";
import { openAudit, recordAudit } from "./audited.ts";
import { authenticate, requireHeaders } from "./authenticate.ts";
import { carriedSecrets } from "./carried-secrets.ts";
import type { Endpoint } from "./endpoint.ts";
import { header } from "./headers.ts";
import type { Handler, Request } from "./request.ts";
import { answerErrors, json, respond } from "./respond.ts";
import { refuseStrayKeys } from "./stray-keys.ts";
import { requireModule, validate } from "./validate.ts";

const logger = openLogger("api");

/** Largest request body, bytes. */
const BODY_BYTES_MAX = 256 * 1024;

/** What a call that takes too long is left with, to tell its caller and to be put on record. */
const TIME_TO_ANSWER_MS = 2_000;

/** An endpoint whose types have done their work. */
export type AnyEndpoint = Omit<Endpoint, "handle"> & { handle(call: never): ReturnType<Endpoint["handle"]> };

/**
 * The Lambda handler of an endpoint. Its steps are in the order in which a request is judged: missing header 422, master
 * not configured 503, wrong master 401, wrong admin 401, rate 429, wrong org 401, body too large 413 or unreadable 422, module 403,
 * a key out of its place 422, invalid params, query, headers or body 422, then the operation. Whatever comes of it, a call
 * that may change something and whose master key is right leaves one audit row.
 */
export function lambda(endpoint: AnyEndpoint): Handler {
  const chain = middy<Request, APIGatewayProxyResult>({
    timeoutEarlyInMillis: TIME_TO_ANSWER_MS,
    timeoutEarlyResponse: () => {
      throw unavailable("The service did not get an answer in time; try again");
    },
  })
    .use(answerErrors)
    .use(step((request) => openAudit(request, endpoint)))
    .use(step((request) => requireHeaders(request, endpoint.auth)))
    .use(
      step(async (request) => {
        request.identity = await authenticate(request, endpoint.auth, new Date());
      }),
    );
  if (endpoint.body) chain.use(step(prepareBody)).use(parseJson);
  chain
    .use(step((request) => requireModule(request, endpoint)))
    .use(step((request) => refuseStrayKeys(request, endpoint)))
    .use(
      step((request) => {
        request.input = validate(request, endpoint);
      }),
    );
  const answer = chain.handler(async (request) => {
    const { input, identity, audit } = request;
    const by = identity && audit ? { actor: identity.actor, now: identity.now, audit } : undefined;
    return respond(await endpoint.handle({ ...input, ...identity, by } as never), request, endpoint);
  });
  return async (event, context) => {
    // A gateway may take a path with a slash at its end for the one without; to callers it is another, and unknown.
    if (event.path?.endsWith("/")) return json(404, { detail: "Not Found" });
    const request: Request = { ...event };
    const request_id = event.requestContext?.requestId ?? context.awsRequestId;
    return within({ request_id, operation: endpoint.operationId }, carriedSecrets(request), async () => {
      const result = await answer(request, context);
      await recordAudit(request, result.statusCode);
      logger.debug("answered", { status: result.statusCode });
      return result;
    });
  };
}

type Step = MiddlewareObj<Request, APIGatewayProxyResult>;

const step = (before: (request: Request) => void | Promise<void>): Step => ({
  before: async ({ event }) => void (await before(event)),
});

/** Refuses a body over the limit. The body parser knows two spellings of its header; callers may use any. */
function prepareBody(request: Request): void {
  const bytes = typeof request.body === "string" ? Buffer.byteLength(request.body) : 0;
  if (bytes > BODY_BYTES_MAX) throw tooLarge("Request body is larger than 256 KB");
  request.headers = { ...request.headers, "content-type": header(request, "Content-Type") ?? "" };
}

const parseJson = jsonBodyParser() as Step;
