import { writeFileSync } from "node:fs";
import { loadEndpoints } from "../lib/endpoints.ts";
import { openApiDocument } from "../openapi/document.ts";
import { openApiFile, openApiText } from "../openapi/file.ts";

const endpoints = await loadEndpoints();
writeFileSync(openApiFile, openApiText(openApiDocument(endpoints.map(({ endpoint }) => endpoint))));
console.log(`${openApiFile}: ${endpoints.length} operations`);
