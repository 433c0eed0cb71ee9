import { STATUS_CODES } from "node:http";
import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type Auth, commonErrors, type Endpoint } from "../functions/api/endpoint.ts";
import { readableSchema } from "./readable-schema.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

const errorBody = z
  .object({ detail: z.string().meta({ description: "One line that says what is wrong." }) })
  .meta({ id: "Error", description: "Body of every answer that is not a success." });

/** What a common error means, where the operation does not say it itself. */
const commonMeaning: Readonly<Record<number, string>> = {
  401: "A key is wrong, revoked or of an inactive org.",
  413: "The request body is larger than 256 KB.",
  422: "A required header is missing, or a parameter or field is missing or invalid.",
  429: "The admin key's rate limit of 300 requests per minute is exceeded.",
  500: "The service failed; the request may be repeated.",
  503: "The server has no master key configured, or cannot verify keys at the moment.",
};

const keysOf: Readonly<Record<Auth, readonly string[]>> = {
  none: [],
  master: ["MasterKey"],
  admin: ["MasterKey", "AdminKey"],
  org: ["MasterKey", "AdminKey", "OrgKey"],
};

/**
 * The public description of the API: OpenAPI 3.0.3, from the endpoints' contracts alone, with paths below the base URL.
 * The same endpoints in the same order give the same document, byte for byte.
 */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return createDocument(
    {
      openapi: "3.0.3",
      info: {
        title: "Palisade",
        version: "1.0.0",
        description: "External attack surface, web application and cloud posture scanning for many organisations.",
      },
      servers: [{ url: "/api/v1" }],
      tags: [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => ({ name })),
      paths,
      components: {
        securitySchemes: {
          MasterKey: keyScheme("X-Master-Key", "The deployment's secret."),
          AdminKey: keyScheme("X-Admin-Key", "Identifies the operator or UI backend."),
          OrgKey: keyScheme("X-Org-Key", "Selects the org."),
        },
      },
    },
    { override: readableSchema },
  );
}

const keyScheme = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const;

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, body } = endpoint;
  const keys = keysOf[endpoint.auth];
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    security: keys.length === 0 ? [] : [Object.fromEntries(keys.map((key) => [key, []]))],
    requestParams: {
      ...(params instanceof z.ZodObject ? { path: params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { "application/json": { schema: body } },
          },
        }),
    responses: responses(endpoint),
    ...(endpoint.extension === true ? { "x-extension": true } : {}),
  };
}

function responses(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const documented: Record<`${number}`, ZodOpenApiResponseObject> = {};
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    documented[statusKey(status)] = {
      description: STATUS_CODES[status] ?? "Success",
      ...(schema === null ? {} : { content: { [mediaTypeOf(schema)]: { schema } } }),
    };
  }
  for (const status of errorStatuses(endpoint)) {
    const own = endpoint.errors[status];
    const { meaning, body } = typeof own === "object" ? own : { meaning: own };
    const common = commonErrorResponses.get(status);
    documented[statusKey(String(status))] =
      common && own === undefined ? common : errorResponse(status, sentences(meaning, commonMeaning[status]), body);
  }
  return documented;
}

const errorStatuses = (endpoint: Endpoint): number[] => [
  ...new Set([
    ...commonErrors[endpoint.auth],
    ...(endpoint.body ? [413, 422] : []),
    ...Object.keys(endpoint.errors).map(Number),
  ]),
];

/** `ownBody` is for an operation that can also answer the status with another body than every other error. */
const errorResponse = (status: number, description: string, ownBody?: z.ZodType): ZodOpenApiResponseObject => ({
  description,
  ...(status === 429 ? { headers: z.object({ "Retry-After": retryAfter }) } : {}),
  content: { "application/json": { schema: ownBody ? z.union([ownBody, errorBody]) : errorBody } },
});

const retryAfter = z
  .int()
  .min(0)
  .optional()
  .meta({ header: { description: "Seconds to wait." } });

/** Shared by all operations: a document that repeats them is one in which nobody sees what is special. */
const commonErrorResponses = new Map(
  Object.entries(commonMeaning).map(([status, meaning]) => [
    Number(status),
    { id: `Error${status}`, ...errorResponse(Number(status), meaning) },
  ]),
);

const sentences = (...texts: readonly (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined)
    .map((text) => text.replace(/\.?$/, "."))
    .join(" ");

/** A page is documented by a bare string; everything else is JSON. */
const mediaTypeOf = (schema: z.ZodType): string => (schema instanceof z.ZodString ? "text/html" : "application/json");

const statusKey = (status: string): `${number}` => `${Number(status)}`;
