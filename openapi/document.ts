import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathItemObject } from "zod-openapi";
import type { Auth, Endpoint } from "../functions/api/endpoint.ts";
import { introduction } from "./introduction.ts";
import { readable } from "./readable.ts";
import { readableSchema } from "./readable-schema.ts";
import { responsesOf } from "./responses.ts";
import { tagDescriptions } from "./tags.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

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
  const byPath = Object.groupBy(endpoints, ({ path }) => path);
  const document = createDocument(
    {
      openapi: "3.0.3",
      info: { title: "Palisade", version: "1.0.0", description: introduction, license: { name: "Proprietary" } },
      servers: [{ url: "/api/v1", description: "Below the address of the deployment." }],
      tags: tagsOf(endpoints),
      paths: Object.fromEntries(Object.entries(byPath).map(([path, those = []]) => [path, pathItem(those)])),
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
  return readable(document);
}

const verbs: readonly Endpoint["method"][] = ["GET", "POST", "PATCH", "DELETE"];

/** The operations of a path in the usual order of their verbs: what reads comes first. */
const pathItem = (endpoints: readonly Endpoint[]): ZodOpenApiPathItemObject =>
  Object.fromEntries(
    endpoints
      .toSorted((one, other) => verbs.indexOf(one.method) - verbs.indexOf(other.method))
      .map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)]),
  );

const tagsOf = (endpoints: readonly Endpoint[]) =>
  [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => {
    const description = tagDescriptions[name];
    return description === undefined ? { name } : { name, description };
  });

const keyScheme = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const;

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { params, query, body, headers } = endpoint;
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
      ...(headers instanceof z.ZodObject ? { header: headers } : {}),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { "application/json": { schema: body } },
          },
        }),
    responses: responsesOf(endpoint),
    ...(endpoint.extension === true ? { "x-extension": true } : {}),
  };
}
