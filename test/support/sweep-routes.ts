import type { Endpoint } from "../../functions/api/endpoint.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { openApiDocument } from "../../openapi/document.ts";
import { type AnswersDocument, Contract } from "./contract.ts";
import type { DocumentSchema } from "./json-schema.ts";

/** Every route of the service, from its contracts: what sweeps over all of them go by instead of a list of names. */

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: DocumentSchema;
}

export interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: DocumentSchema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface Route {
  /** Method and path, as people say it. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly operation: DocumentedOperation;
  /** Schema of the body, references resolved at its top; null when there is none. */
  readonly body: DocumentSchema | null;
}

export interface Sweep {
  readonly routes: readonly Route[];
  /** Checks answers against the document as it is now, whether it is committed or not. */
  readonly contract: Contract;
  /** A schema that is no reference. */
  resolved(schema: DocumentSchema): DocumentSchema;
}

/** All routes in the order of their names. */
export async function loadSweep(): Promise<Sweep> {
  const endpoints = (await loadEndpoints()).map(({ endpoint }) => endpoint);
  const document = JSON.parse(JSON.stringify(openApiDocument(endpoints))) as AnswersDocument;
  const resolved = (schema: DocumentSchema): DocumentSchema =>
    schema.$ref === undefined ? schema : (document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const routes = endpoints.map((endpoint): Route => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as DocumentedOperation | undefined;
    if (!operation) throw new Error(`${endpoint.operationId} is not in the document`);
    const schema = operation.requestBody?.content["application/json"].schema;
    return {
      name: `${endpoint.method} ${endpoint.path}`,
      endpoint,
      operation,
      body: schema === undefined ? null : resolved(schema),
    };
  });
  return { routes: routes.sort((a, b) => (a.name < b.name ? -1 : 1)), contract: new Contract(document), resolved };
}

/** Parameters of a route that stand in one place. */
export const parametersOf = ({ operation }: Route, place: Parameter["in"]): readonly Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place);

/** May a call of the route change something? */
export const isMutating = ({ endpoint }: Route): boolean => endpoint.method !== "GET";
