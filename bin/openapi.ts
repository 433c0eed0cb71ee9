import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadEndpoints } from "../lib/endpoints.ts";
import { clientFiles } from "../openapi/client-types.ts";
import { openApiDocument } from "../openapi/document.ts";
import { catalogueFile, writeCatalogue } from "../openapi/event-catalogue.ts";
import { eventSchemaFile, eventSchemaText } from "../openapi/event-schema.ts";
import { openApiFile, openApiText } from "../openapi/file.ts";

const endpoints = await loadEndpoints();
const document = openApiDocument(endpoints.map(({ endpoint }) => endpoint));
const files = new Map([
  [openApiFile, openApiText(document)],
  [eventSchemaFile, eventSchemaText()],
  [catalogueFile, writeCatalogue(readFileSync(catalogueFile, "utf8"))],
  ...(await clientFiles(document)),
]);
for (const [file, text] of files) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(file);
}
console.log(`${endpoints.length} operations`);
