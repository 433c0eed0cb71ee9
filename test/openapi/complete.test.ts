import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openApiFile } from "../../openapi/file.ts";

/** What a reader of the document needs and no linter asks for: what each field means, and what each answer looks like. */

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly responses: Record<string, Body> };
}

const document = JSON.parse(readFileSync(openApiFile, "utf8")) as Document;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

const named = <T>(record: Readonly<Record<string, T>>, ref: string): T | undefined =>
  record[ref.split("/").at(-1) ?? ""];
const resolved = (body: Body): Body => (body.$ref ? (named(document.components.responses, body.$ref) ?? {}) : body);

/** Fields below a schema of which the document does not say what they mean. */
function undescribed(schema: Schema, place: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isDescribed(field) ? [] : [`${place}.${name}`]),
    ...undescribed(field, `${place}.${name}`),
  ]);
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...fields, ...parts.flatMap((part) => undescribed(part, place))];
}

const isDescribed = (schema: Schema): boolean =>
  schema.description !== undefined ||
  (schema.$ref !== undefined && named(document.components.schemas, schema.$ref)?.description !== undefined) ||
  (schema.allOf ?? []).some(isDescribed);

const bodiesOf = ({ content = {} }: Body): Media[] =>
  content["application/json"] ? [content["application/json"]] : [];
const examplesOf = (media: Media): unknown[] =>
  media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example];

describe("every field is described", () => {
  test.each(Object.entries(document.components.schemas))("%s", (name, schema) => {
    expect(undescribed(schema, name)).toEqual([]);
  });

  test("and those of bodies that have no name", () => {
    const places = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody ?? {}, ...Object.values(responses)]
        .flatMap(bodiesOf)
        .flatMap(({ schema }) => undescribed(schema, operationId)),
    );
    expect(places).toEqual([]);
  });
});

describe.each(operations.map((operation) => [operation.operationId, operation] as const))("%s", (_, operation) => {
  test("has an example of every body", () => {
    const bodies = [["request", operation.requestBody ?? {}] as const, ...Object.entries(operation.responses)];
    const without = bodies.filter(([, body]) => bodiesOf(resolved(body)).flatMap(examplesOf).includes(undefined));
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test("shows errors as they are: with a detail, but for the cooldown", () => {
    const errors = Object.entries(operation.responses).filter(([status]) => status >= "400");
    for (const [status, body] of errors)
      for (const example of bodiesOf(resolved(body)).flatMap(examplesOf)) {
        const isCooldown = JSON.stringify(example).includes("scan cooldown active");
        if (!isCooldown) expect(example, status).toEqual({ detail: expect.stringMatching(/^[A-Z].*|^\w+: /) });
      }
  });
});

test("every tag is described", () => {
  expect(document.tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});
