import { extname } from "node:path";
import * as z from "zod";
import { notFound } from "../../domain/errors.ts";
import { docsAsset } from "../docs-files.ts";
import { endpoint } from "../endpoint.ts";
import { lambda } from "../lambda.ts";
import { conditional, textReply } from "../text.ts";

export const getDocsAssetEndpoint = endpoint({
  operationId: "getDocsAsset",
  method: "GET",
  path: "/docs/assets/{file}",
  auth: "none",
  tag: "Documentation",
  summary: "Send a file that the pages of the documentation load; needs no key",
  description: "The names are in the pages; a file under a name never changes, so that browsers may keep it for good.",
  params: z.object({ file: z.string().meta({ description: "Its name, which changes when its content does" }) }),
  headers: conditional,
  responses: { 200: z.string(), 304: null },
  responseHeaders: { 200: { ETag: "For `If-None-Match`" } },
  mediaTypes: ["text/javascript", "text/css", "image/svg+xml", "text/plain"],
  errors: { 404: { meaning: "There is no such file", detail: "File not found" } },
  grant: "none",
  extension: true,
  async handle({ params, headers }) {
    const asset = await docsAsset(params.file);
    const contentType = contentTypes[extname(params.file)];
    if (!asset || !contentType) throw notFound("File");
    return textReply(asset, headers, {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  },
});

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export const handler = lambda(getDocsAssetEndpoint);
