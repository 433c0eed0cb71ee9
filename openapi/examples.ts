/** A schema of the document, as far as examples are concerned. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minItems?: number;
  readonly minimum?: number;
}

/** Finds the schema of a `$ref`. */
export type Resolve = (ref: string) => Schema;

const UUID = "3f2b8c1e-6a4d-4e0f-9b57-0c1d2e3f4a5b";
const byFormat: Readonly<Record<string, string>> = {
  uuid: UUID,
  "date-time": "2026-01-31T09:30:00.000Z",
  uri: "https://www.example.com/",
};

/**
 * A value that fits a schema, out of the examples that its fields have; where a field has none, its default, its first
 * word or the usual value of its format. Undefined for a field of which nothing can be said: it is then left out.
 */
export function exampleOf(schema: Schema, resolve: Resolve): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) return exampleOf(resolve(schema.$ref), resolve);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative) return exampleOf(alternative, resolve);
  if (schema.allOf) return exampleOfAll(schema.allOf, resolve);
  switch (schema.type) {
    case "object":
      return exampleOfFields(schema.properties ?? {}, resolve);
    case "array":
      return exampleOfList(schema, resolve);
    case "string":
      return byFormat[schema.format ?? ""] ?? (schema.nullable ? null : undefined);
    case "boolean":
      return false;
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    default:
      return schema.nullable ? null : undefined;
  }
}

function exampleOfAll(schemas: readonly Schema[], resolve: Resolve): unknown {
  const examples = schemas.map((schema) => exampleOf(schema, resolve));
  const objects = examples.filter((example) => typeof example === "object" && example !== null);
  return objects.length > 0 ? Object.assign({}, ...objects) : examples.find((example) => example !== undefined);
}

const exampleOfFields = (fields: Readonly<Record<string, Schema>>, resolve: Resolve): unknown =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, exampleOf(field, resolve)])
      .filter(([, example]) => example !== undefined),
  );

function exampleOfList({ items, minItems = 0 }: Schema, resolve: Resolve): unknown {
  const example = items && exampleOf(items, resolve);
  return example === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => example);
}
