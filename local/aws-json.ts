import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as z from "zod";
import { listenOnLoopback, stopServer } from "./loopback.ts";

/** One operation of a service: its input as JSON, its output to become JSON. Throws AwsError to refuse. */
export type Operation = (input: unknown) => unknown;

/** Operations by their wire name, such as `AWSStepFunctions.StartExecution`. */
export type Operations = Readonly<Record<string, Operation>>;

/** A refusal as AWS sends it; the SDK turns `code` into the exception of that name. */
export class AwsError extends Error {
  override readonly name = "AwsError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface AwsStandIn {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Requests are small: StartExecution allows 256 KB of input, PutEvents 256 KB of entries. */
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Answers the AWS JSON protocol, 1.0 and 1.1, on a free loopback port. Signatures are not checked: whoever reaches
 * loopback is this machine's user.
 */
export async function startAwsStandIn(operations: Operations): Promise<AwsStandIn> {
  const server = createServer((request, response) => void answer(operations, request, response));
  const port = await listenOnLoopback(server, 0);
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => stopAtOnce(server) };
}

const stopAtOnce = (server: Server): Promise<void> => stopServer(server, 0);

async function answer(operations: Operations, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const contentType = request.headers["content-type"] ?? "application/x-amz-json-1.1";
  const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { "Content-Type": contentType, "x-amzn-RequestId": randomUUID(), ...headers })
      .end(JSON.stringify(body));
  const refuse = (status: number, code: string, message: string) =>
    reply(status, { __type: code, message }, { "x-amzn-ErrorType": code });
  try {
    const operation = operations[String(request.headers["x-amz-target"])];
    if (!operation) return void refuse(400, "UnknownOperationException", "This operation is not available here");
    reply(200, (await operation(JSON.parse(await bodyOf(request)))) ?? {});
  } catch (error) {
    if (error instanceof AwsError) refuse(400, error.code, error.message);
    else if (error instanceof z.ZodError) refuse(400, "ValidationException", z.prettifyError(error));
    else if (error instanceof SyntaxError) refuse(400, "SerializationException", "The body is not JSON");
    else refuse(500, "InternalFailure", error instanceof Error ? error.message : String(error));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new AwsError("RequestEntityTooLargeException", "The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
