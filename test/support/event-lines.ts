import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { eventSchemaFile } from "../../openapi/event-schema.ts";

const ajv = new Ajv2020({ allErrors: true, strict: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(eventSchemaFile, "utf8")));

/** What is wrong with a line of the event stream by its committed schema; empty when nothing is. */
export function lineProblems(line: unknown): readonly string[] {
  // What travels is JSON: fields that are undefined are not there.
  return validate(JSON.parse(JSON.stringify(line))) ? [] : ajv.errorsText(validate.errors).split(", ");
}
