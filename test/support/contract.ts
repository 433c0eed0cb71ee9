import { readFileSync } from "node:fs";
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js";
import formats from "ajv-formats";
import { openApiFile } from "../../openapi/file.ts";
import { componentSchemas, type DocumentSchema, jsonSchema } from "./json-schema.ts";

/** What the service answered, and to what. `path` is below the base URL and may have a query. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** Body as it came, empty for none. */
  readonly text: string;
}

export interface DocumentResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: DocumentSchema }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, DocumentResponse>>;
}

/** As much of an OpenAPI 3.0 document as says what may be answered. */
export interface AnswersDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, DocumentSchema>>;
    readonly responses?: Readonly<Record<string, DocumentResponse>>;
  };
}

const PROBLEMS_SHOWN = 5;

/** Holds answers against an OpenAPI document. What it compiles of the document it keeps. */
export class Contract {
  readonly #document: AnswersDocument;
  readonly #ajv: Ajv2019;
  readonly #routes: readonly Route[];
  readonly #validators = new Map<DocumentSchema, ValidateFunction>();

  constructor(document: AnswersDocument) {
    this.#document = document;
    // Types of unions need not be repeated beside them, as OpenAPI documents do not.
    this.#ajv = new Ajv2019({ allErrors: true, strictTypes: false });
    formats.default(this.#ajv);
    this.#ajv.addSchema(componentSchemas(document.components?.schemas ?? {}));
    this.#routes = Object.keys(document.paths).map(route).sort(literalFirst);
  }

  /** Throws an Error that names operation, status and what is wrong, unless the document allows the answer. */
  check(exchange: Exchange): void {
    const path = this.#routes.find(({ pattern }) => pattern.test(exchange.path.replace(/\?.*/, "")))?.path ?? "";
    const operation = this.#document.paths[path]?.[exchange.method.toLowerCase()];
    const problems = operation ? this.#problems(operation, exchange) : fallbackProblems(exchange, path !== "");
    if (problems.length === 0) return;
    const name = operation?.operationId ?? "no operation of openapi.json";
    throw new Error(
      `${exchange.method} ${exchange.path} (${name}) answered ${exchange.status} against the document: ${problems
        .slice(0, PROBLEMS_SHOWN)
        .join("; ")}`,
    );
  }

  #problems({ responses }: Operation, { status, headers, text }: Exchange): string[] {
    const response = this.#resolved(responses[status]);
    if (!response) return [`undocumented status; there are ${Object.keys(responses).join(", ")}`];
    const missing = Object.entries(response.headers ?? {})
      .filter(([name, { required }]) => required && !headers.has(name))
      .map(([name]) => `header ${name} is missing`);
    return [...missing, ...this.#bodyProblems(response, mediaType(headers), text)];
  }

  #bodyProblems({ content }: DocumentResponse, type: string, text: string): string[] {
    if (!content) return text === "" ? [] : ["a body, where none is documented"];
    const schema = content[type]?.schema;
    if (!schema)
      return [`undocumented content type ${JSON.stringify(type)}; there is ${Object.keys(content).join(", ")}`];
    if (type !== "application/json") return this.#mismatches(schema, text);
    const body = parsed(text);
    return body === undefined ? ["the body is not JSON"] : this.#mismatches(schema, body);
  }

  #mismatches(schema: DocumentSchema, body: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(jsonSchema(schema));
    this.#validators.set(schema, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const field: unknown = params.unevaluatedProperty ?? params.additionalProperty;
      return `${instancePath || "the body"} ${message}${field === undefined ? "" : `: ${String(field)}`}`;
    });
  }

  #resolved(response: DocumentResponse | undefined): DocumentResponse | undefined {
    if (response?.$ref === undefined) return response;
    return this.#document.components?.responses?.[response.$ref.split("/").at(-1) ?? ""];
  }
}

/** The contract of the service: the committed document. */
export const contract = (): Contract => {
  committed ??= new Contract(JSON.parse(readFileSync(openApiFile, "utf8")) as AnswersDocument);
  return committed;
};
let committed: Contract | undefined;

interface Route {
  readonly path: string;
  readonly pattern: RegExp;
}

const route = (path: string): Route => ({
  path,
  pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`),
});

/** A segment that is spelt out wins over a parameter: the braces of the latter sort after every letter. */
const literalFirst = (one: Route, other: Route): number => (one.path < other.path ? -1 : 1);

/** What is wrong with the answer to a call that no operation stands for. */
function fallbackProblems({ status, headers, text }: Exchange, isPath: boolean): string[] {
  const expected = isPath ? 405 : 404;
  if (status !== expected) return [`expected ${expected}; is the document stale? npm run openapi`];
  const body = parsed(text);
  const isDetail = typeof body === "object" && body !== null && "detail" in body && typeof body.detail === "string";
  const isAlone = isDetail && Object.keys(body).length === 1;
  return isAlone && mediaType(headers) === "application/json" ? [] : ["the body must be {detail}, as JSON"];
}

const mediaType = (headers: Headers): string => (headers.get("content-type") ?? "").replace(/;.*/, "").trim();

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
