import type { oas32 } from "zod-openapi";
import { exampleOf, type Resolve, type Schema } from "./examples.ts";

/**
 * The document with a worked example of every body and success, made of the examples of its fields; with what a parameter
 * means and looks like said once, at the parameter; and with references that stand alone unwrapped.
 */
export function readable(document: oas32.OpenAPIObject): oas32.OpenAPIObject {
  const resolve: Resolve = (ref) => schemaAt(document, ref);
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) if (!("$ref" in parameter)) sayOnce(parameter);
    const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
    for (const body of [operation.requestBody, ...successes.map(([, response]) => response)])
      addExamples(body, resolve);
  }
  // The words' own examples have done their work: Swagger UI would filter by them.
  for (const word of Object.values(document.components?.schemas ?? {}) as { enum?: unknown; example?: unknown }[])
    if (word.enum) delete word.example;
  return unwrapped(document) as oas32.OpenAPIObject;
}

/** The same with `{allOf: [schema]}` as that schema, wherever nothing is said beside it. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, unwrapped(part)] as const);
  const [first, ...others] = entries;
  const isWrapping = first?.[0] === "allOf" && others.length === 0 && Array.isArray(first[1]) && first[1].length === 1;
  return isWrapping ? first[1][0] : Object.fromEntries(entries);
}

const operationsOf = ({ paths = {} }: oas32.OpenAPIObject): oas32.OperationObject[] =>
  Object.values(paths)
    .flatMap(({ get, post, patch, delete: remove }) => [get, post, patch, remove])
    .filter((operation) => operation !== undefined);

function schemaAt({ components }: oas32.OpenAPIObject, ref: string): Schema {
  const schema = components?.schemas?.[ref.replace("#/components/schemas/", "")];
  if (!schema) throw new Error(`the document has no ${ref}`);
  return schema as Schema;
}

function sayOnce(parameter: oas32.ParameterObject): void {
  const { description: _, example, ...schema } = parameter.schema as Schema & { description?: string };
  parameter.schema = schema as oas32.SchemaObject;
  // Swagger UI sends the example of a parameter that nobody has filled in.
  if (example !== undefined && parameter.required) parameter.example = example;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function addExamples(body: oas32.RequestBodyObject | oas32.ResponseObject | undefined, resolve: Resolve): void {
  for (const media of Object.values((body?.content ?? {}) as Record<string, oas32.MediaTypeObject>)) {
    if (!media.schema || media.examples !== undefined) continue;
    const example = exampleOf(media.schema as Schema, resolve);
    // What is there already are the fields in which this answer differs.
    if (example !== undefined)
      media.example = isObject(media.example) ? Object.assign({}, example, media.example) : example;
  }
}
