import type { CreateDocumentOptions } from "zod-openapi";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/**
 * Says in the document what a reader needs and no more: a format instead of the regular expression behind it, no limits
 * that only repeat what a JavaScript number can hold, the default of every field, and answers that may gain fields without breaking a client.
 */
export const readableSchema: Override = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // zod leaves it out where the field is also converted, of which the caller sees nothing.
  if (io === "input" && def.type === "default") jsonSchema.default = def.defaultValue;
  // A field that has a pattern for tools in any language has it in place of the several that it is checked by.
  if (jsonSchema.pattern !== undefined && jsonSchema.allOf?.every(({ pattern }) => pattern !== undefined))
    delete jsonSchema.allOf;
  if (io === "output" && def.type === "object" && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
};
