import * as z from "zod";
import { docsFile } from "../docs-files.ts";
import { endpoint } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { conditional, textReply } from "../text.ts";

export const getOpenApiEndpoint = endpoint({
  operationId: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  auth: "none",
  tag: "Documentation",
  summary: "Describe every request and response as OpenAPI 3; needs no key",
  description:
    "This document itself. `If-None-Match` with the `ETag` of an earlier answer gives 304 while it is the same.",
  headers: conditional,
  responses: {
    200: z.looseObject({
      openapi: z.string().meta({ description: "Version of OpenAPI", example: "3.0.3" }),
      paths: z.looseObject({}).meta({ description: "Operations by path and method", example: {} }),
    }),
    304: null,
  },
  responseHeaders: { 200: { ETag: "For `If-None-Match`" } },
  errors: {},
  grant: "none",
  async handle({ headers }) {
    return textReply(await docsFile("openapi.json"), headers, {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache",
    });
  },
});

export const handler = lambda(getOpenApiEndpoint);
