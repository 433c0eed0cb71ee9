import { STATUS_CODES } from "node:http";
import * as z from "zod";
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { commonErrors, type DescribedError, type Endpoint } from "../functions/api/endpoint.ts";

const errorBody = z
  .object({
    detail: z
      .string()
      .meta({ description: "One line that says what is wrong.", example: "Missing required header: X-Master-Key" }),
  })
  .meta({ id: "Error", description: "Body of every answer that is not a success." });

/** What a common error means, and what its `detail` says, where the operation does not say it itself. */
const commonMeaning: Readonly<Record<number, Omit<DescribedError, "body">>> = {
  401: {
    meaning: "A key is wrong, revoked or of an inactive org.",
    detail: {
      master_key: "Invalid master key",
      admin_key: "Invalid admin key",
      org_key: "Invalid org key",
    },
  },
  413: { meaning: "The request body is larger than 256 KB.", detail: "Request body is larger than 256 KB" },
  422: {
    meaning: "A required header is missing, or a parameter or field is missing or invalid.",
    detail: {
      missing_header: "Missing required header: X-Master-Key",
      missing_field: "name: is required",
      invalid_parameter: "limit: must be at most 500",
      no_json: "Body is not valid JSON",
    },
  },
  429: {
    meaning: "The admin key's rate limit of 300 requests per minute is exceeded.",
    detail: "Rate limit exceeded: 300 requests per minute",
  },
  500: { meaning: "The service failed; the request may be repeated.", detail: "Internal server error" },
  503: {
    meaning: "The server has no master key configured, or cannot verify keys, write or answer in time at the moment.",
    detail: {
      not_configured: "Master key not configured",
      keys_unavailable: "Keys cannot be checked at the moment",
      store_busy: "The store is busy; try again",
      too_slow: "The service did not get an answer in time; try again",
    },
  },
};

/** What is said with an error that not every operation has, but that is always the same. */
const usualDetail: Readonly<Record<number, string>> = { 403: 'Module "dast" is not enabled for this org' };

/** Every answer of an endpoint: its successes, its own errors, and those that it shares with others. */
export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const documented: Record<`${number}`, ZodOpenApiResponseObject> = {};
  for (const [status, schema] of Object.entries(endpoint.responses))
    documented[statusKey(status)] = success(endpoint, Number(status), schema);
  for (const status of errorStatuses(endpoint)) {
    const own = endpoint.errors[status];
    const shared = sharedErrors.get(status);
    documented[statusKey(String(status))] =
      shared && own === undefined
        ? shared
        : errorResponse(status, typeof own === "object" ? own : { meaning: own ?? STATUS_CODES[status] ?? "Error" });
  }
  return documented;
}

function success(endpoint: Endpoint, status: number, schema: z.ZodType | null): ZodOpenApiResponseObject {
  const headers = endpoint.responseHeaders?.[status];
  const example = endpoint.examples?.[status];
  const media = { ...(schema === null ? {} : { schema }), ...(example === undefined ? {} : { example }) };
  return {
    description: STATUS_CODES[status] ?? "Success",
    ...(headers === undefined ? {} : { headers: textHeaders(headers) }),
    ...(schema === null
      ? {}
      : { content: Object.fromEntries(mediaTypesOf(endpoint, schema).map((type) => [type, media])) }),
  };
}

const textHeaders = (headers: Readonly<Record<string, string>>): ZodOpenApiHeadersObject =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

/** A page is documented by a bare string; everything else is JSON, where the endpoint does not say otherwise. */
const mediaTypesOf = ({ mediaTypes }: Endpoint, schema: z.ZodType): readonly string[] =>
  mediaTypes ?? [schema instanceof z.ZodString ? "text/html" : "application/json"];

const errorStatuses = (endpoint: Endpoint): number[] => [
  ...new Set([
    ...commonErrors[endpoint.auth],
    ...(endpoint.body ? [413, 422] : []),
    ...Object.keys(endpoint.errors).map(Number),
  ]),
];

/** An operation's own error may be the common one as well: then both meanings and all examples stand there. */
function errorResponse(status: number, { meaning, detail, body }: DescribedError): ZodOpenApiResponseObject {
  const common = commonMeaning[status];
  const details = {
    ...named(detail ?? usualDetail[status], "this_operation"),
    ...named(common?.detail, "every_operation"),
  };
  return {
    description: sentences(meaning, common?.meaning),
    ...(retryAfterOf(status) ?? {}),
    content: { "application/json": errorContent(details, body) },
  };
}

function errorContent(
  details: Readonly<Record<string, string>>,
  ownBody: z.ZodType | undefined,
): ZodOpenApiMediaTypeObject {
  const ownExample = ownBody?.meta()?.example;
  const examples = [
    ...(ownExample === undefined ? [] : [["this_operation", ownExample] as const]),
    ...Object.entries(details).map(([name, detail]) => [name, { detail }] as const),
  ];
  const schema = ownBody ? z.union([ownBody, errorBody]) : errorBody;
  const [first, ...others] = examples;
  if (!first) return { schema };
  return others.length === 0
    ? { schema, example: first[1] }
    : { schema, examples: Object.fromEntries(examples.map(([name, value]) => [name, { value }])) };
}

const named = (detail: DescribedError["detail"], name: string): Readonly<Record<string, string>> =>
  typeof detail === "string" ? { [name]: detail } : (detail ?? {});

/** Seconds to wait: with every 429, but not with every 503. */
function retryAfterOf(status: number): { headers: ZodOpenApiHeadersObject } | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const required = status === 429;
  return {
    headers: {
      "Retry-After": {
        description: required ? "Seconds to wait." : "Seconds to wait, where that is known.",
        required,
        schema: { type: "integer", minimum: 0 },
        example: 17,
      },
    },
  };
}

const sentences = (...texts: readonly (string | undefined)[]): string =>
  [...new Set(texts.filter((text) => text !== undefined).map((text) => text.replace(/\.?$/, ".")))].join(" ");

/** Shared by all operations: a document that repeats them is one in which nobody sees what is special. */
const sharedErrors = new Map(
  Object.keys(commonMeaning).map((key) => {
    const status = Number(key);
    return [
      status,
      { id: `Error${status}`, ...errorResponse(status, { meaning: commonMeaning[status]?.meaning ?? "" }) },
    ];
  }),
);

const statusKey = (status: string): `${number}` => `${Number(status)}`;
