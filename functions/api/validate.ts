import type * as z from "zod";
import { forbidden, unprocessable } from "../domain/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Request, ValidatedInput } from "./request.ts";

type Contract = Pick<Endpoint, "params" | "query" | "body" | "module">;

/** Throws 403 unless the module that the endpoint is about is enabled for the org. */
export function requireModule(request: Request, endpoint: Contract): void {
  const module = endpoint.module?.(request.body);
  const enabled: readonly unknown[] = request.identity?.org?.modules_enabled ?? [];
  if (typeof module === "string" && !enabled.includes(module))
    throw forbidden(`Module ${quoted(module)} is not enabled for this org`);
}

/** Params, query and body in the types of the contract. Throws 422 with one line that names the first field at fault. */
export function validate(request: Request, endpoint: Contract): ValidatedInput {
  return {
    params: parsed("path", endpoint.params, request.pathParameters ?? {}),
    query: parsed("query", endpoint.query, request.queryStringParameters ?? {}),
    body: parsed("body", endpoint.body, request.body),
  };
}

function parsed(where: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") || where;
  throw unprocessable(`${field}: ${issue ? inWords(issue) : "invalid"}`);
}

/** The two refusals that callers meet most, in plain words; the others say what they mean. */
function inWords({ code, message }: z.core.$ZodIssue): string {
  if (code === "invalid_type" && message.endsWith("received undefined")) return "is required";
  if (code === "invalid_type" && message.endsWith("received NaN")) return "must be a number";
  return message;
}

const QUOTED_CHARS_MAX = 40;
const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_CHARS_MAX));
