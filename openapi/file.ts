import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "./document.ts";

/** Where the committed document is. */
export const openApiFile = fileURLToPath(new URL("openapi.json", import.meta.url));

/** The committed form: indented, so that a change of the API is readable in review. */
export const openApiText = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;
