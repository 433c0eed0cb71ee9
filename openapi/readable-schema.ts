import type { CreateDocumentOptions } from "zod-openapi";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/**
 * Says in the document what a reader needs and no more: a format instead of the regular expression behind it, no limits
 * that only repeat what a JavaScript number can hold, and answers that may gain fields without breaking a client.
 */
export const readableSchema: Override = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (io === "output" && zodSchema._zod.def.type === "object" && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
};
