import * as z from "zod";
import { docsFile } from "../docs-files.ts";
import { endpoint } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { conditional, pageReply } from "../text.ts";

export const getRedocEndpoint = endpoint({
  operationId: "getRedoc",
  method: "GET",
  path: "/redoc",
  auth: "none",
  tag: "Documentation",
  summary: "Show the API in Redoc, for reading; needs no key",
  description: "A page for a browser.",
  headers: conditional,
  responses: { 200: z.string(), 304: null },
  responseHeaders: { 200: { ETag: "For `If-None-Match`" } },
  mediaTypes: ["text/html"],
  errors: {},
  grant: "none",
  async handle({ headers }) {
    return pageReply(await docsFile("redoc.html"), headers, policy);
  },
});

/** Redoc writes its styles into the page, and searches in a worker that it makes itself. */
const policy = { "style-src": "'self' 'unsafe-inline'", "worker-src": "blob:" };

export const handler = lambda(getRedocEndpoint);
