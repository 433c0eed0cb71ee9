import type { SchemaObject } from "ajv/dist/2019.js";

/** A schema of an OpenAPI 3.0 document. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly items?: DocumentSchema;
  readonly allOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly [keyword: string]: unknown;
}

/** Where the components are once they are JSON Schema: `closed` ones are whole values, `open` ones are parts of a value. */
export const COMPONENTS_ID = "components";

/** Every component in both of its forms, as one JSON Schema to be referred to. */
export const componentSchemas = (components: Readonly<Record<string, DocumentSchema>>): SchemaObject => ({
  $id: COMPONENTS_ID,
  $defs: Object.fromEntries(
    Object.entries(components).flatMap(([name, schema]) => [
      [`${name}.closed`, jsonSchema(schema, "closed")],
      [`${name}.open`, jsonSchema(schema, "open")],
    ]),
  ),
});

/**
 * A schema of the document as JSON Schema 2019-09, stricter than it is written: the document lets answers gain fields, a
 * test wants to know of each. An object that does not say `additionalProperties` has no others, unless it is `open`, which
 * is what the members of an `allOf` are to each other.
 */
export function jsonSchema(schema: DocumentSchema, form: "open" | "closed" = "closed"): SchemaObject {
  const { $ref, nullable, properties, additionalProperties, items, allOf, anyOf, oneOf, ...rest } = schema;
  const isObject = properties !== undefined || allOf !== undefined || rest.type === "object";
  const converted: SchemaObject = {
    ...withoutAnnotations(rest),
    ...($ref === undefined ? {} : { $ref: `${COMPONENTS_ID}#/$defs/${$ref.split("/").at(-1)}.${form}` }),
    ...(properties ? { properties: mapped(properties, (field) => jsonSchema(field)) } : {}),
    ...(items ? { items: jsonSchema(items) } : {}),
    ...(allOf ? { allOf: allOf.map((member) => jsonSchema(member, "open")) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((member) => jsonSchema(member, form)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((member) => jsonSchema(member, form)) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: additionalProperties === false ? false : others(additionalProperties) }),
    ...(isObject && additionalProperties === undefined && form === "closed" ? { unevaluatedProperties: false } : {}),
  };
  return nullable ? { anyOf: [converted, { type: "null" }] } : converted;
}

const others = (schema: true | DocumentSchema): SchemaObject | true => (schema === true ? true : jsonSchema(schema));

/** Leaves out what a validator does not need; a limit is exclusive by a word of OpenAPI, and by a keyword of JSON Schema. */
function withoutAnnotations({ example, discriminator, ...rest }: DocumentSchema): SchemaObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = rest;
  return {
    ...others,
    ...(minimum === undefined ? {} : { [exclusiveMinimum ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum ? "exclusiveMaximum" : "maximum"]: maximum }),
  };
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
