import * as z from "zod";
import { inScope, scopeOf } from "../../domain/scope.ts";
import { listSeeds } from "../../store/domains.ts";
import { readSurface } from "../../store/surface.ts";
import { endpoint, ok } from "../endpoint.ts";
import { pagination } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { surfaceEntry } from "../schemas-dast.ts";

export const listSurfaceEndpoint = endpoint({
  operationId: "listDastSurface",
  method: "GET",
  path: "/org/dast/surface",
  auth: "org",
  tag: "DAST",
  summary: "List the web apps that EASM found, newest first",
  description: "What a DAST scan visits. A web app leaves the list when an EASM scan looks for it and finds it gone.",
  query: z.object(pagination()),
  module: () => "dast",
  responses: { 200: z.array(surfaceEntry) },
  errors: { 403: "The module is not enabled for the org" },
  grant: "read",
  async handle({ org, query }) {
    const [entries, seeds] = await Promise.all([readSurface(org.id), listSeeds(org.id)]);
    const scope = scopeOf(seeds, null, []);
    const shown = entries.slice(query.offset, query.offset + query.limit);
    return ok(shown.map((entry) => ({ ...entry, in_scope: inScope(entry.host, scope) })));
  },
});

export const handler = lambda(listSurfaceEndpoint);
