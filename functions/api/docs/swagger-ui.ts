import * as z from "zod";
import { docsFile } from "../docs-files.ts";
import { endpoint } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { conditional, pageReply } from "../text.ts";

export const getSwaggerUiEndpoint = endpoint({
  operationId: "getSwaggerUi",
  method: "GET",
  path: "/docs",
  auth: "none",
  tag: "Documentation",
  summary: "Show the API in Swagger UI, where it can be tried out; needs no key",
  description: "A page for a browser. Keys that are entered in it are sent to this service alone.",
  headers: conditional,
  responses: { 200: z.string(), 304: null },
  responseHeaders: { 200: { ETag: "For `If-None-Match`" } },
  mediaTypes: ["text/html"],
  errors: {},
  grant: "none",
  async handle({ headers }) {
    return pageReply(await docsFile("docs.html"), headers);
  },
});

export const handler = lambda(getSwaggerUiEndpoint);
