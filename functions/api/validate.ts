import * as z from "zod";
import { forbidden, unprocessable } from "../domain/errors.ts";
import { withoutKeys } from "../domain/keys.ts";
import type { Endpoint } from "./endpoint.ts";
import { headerValues } from "./headers.ts";
import type { Request, ValidatedInput } from "./request.ts";
import { inWords } from "./words.ts";

type Contract = Pick<Endpoint, "params" | "query" | "body" | "headers" | "module">;

/** Throws 403 unless the module that the endpoint is about is enabled for the org. */
export function requireModule(request: Request, endpoint: Contract): void {
  const module = endpoint.module?.(request.body);
  const enabled: readonly unknown[] = request.identity?.org?.modules_enabled ?? [];
  if (typeof module === "string" && !enabled.includes(module))
    throw forbidden(`Module ${quoted(module)} is not enabled for this org`);
}

/** Params, query, headers and body in the types of the contract. Throws 422 with one line that names the first field at fault. */
export function validate(request: Request, endpoint: Contract): ValidatedInput {
  refuseRepeated(request, endpoint.query);
  return {
    params: parsed("path", endpoint.params, decodedParams(request.pathParameters ?? {})),
    query: parsed("query", endpoint.query, request.queryStringParameters ?? {}),
    headers: parsed("headers", endpoint.headers, headersOf(request, endpoint.headers)),
    body: parsed("body", endpoint.body, request.body),
  };
}

/** API Gateway's REST APIs hand path parameters over as they stand in the address. */
const decodedParams = (params: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && decoded(value)]));

/** A malformed escape stays as it is: no id has one, so that it names nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A parameter that is given twice has no one meaning; unknown ones are ignored, however often they come. */
function refuseRepeated(request: Request, query: z.ZodType | undefined): void {
  const values = request.multiValueQueryStringParameters ?? {};
  const repeated = namesOf(query).find((name) => (values[name]?.length ?? 0) > 1);
  if (repeated !== undefined) throw unprocessable(`${repeated}: given more than once`);
}

/** Headers under the names of the contract, whatever their case in the request. One that was sent twice is a list (RFC 9110, 5.3). */
const headersOf = (request: Request, schema: z.ZodType | undefined): Record<string, string | undefined> =>
  Object.fromEntries(
    namesOf(schema).map((name) => {
      const values = headerValues(request, name);
      return [name, values.length === 0 ? undefined : values.join(", ")];
    }),
  );

/** Names of the fields of a contract's object. */
export const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

function parsed(where: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") || where;
  const reason = issue ? inWords(issue, at(value, issue.path)) : "invalid";
  throw unprocessable(`${shortened(field)}: ${shortened(reason)}`);
}

/** What stands at a path; undefined where there is nothing. */
const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

const DETAIL_CHARS_MAX = 500;
/** Callers choose the names of fields, and a message may quote them. */
const shortened = (text: string): string =>
  text.length <= DETAIL_CHARS_MAX ? text : `${text.slice(0, DETAIL_CHARS_MAX)}...`;

const QUOTED_CHARS_MAX = 40;
/** Answers are kept in logs of others, too. */
const quoted = (text: string): string => JSON.stringify(withoutKeys(text).slice(0, QUOTED_CHARS_MAX));
