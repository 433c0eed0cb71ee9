import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "./document.ts";

const folder = new URL("client/", import.meta.url);
const SOURCE = fileURLToPath(new URL("index.ts", folder));

/** Files of the typed client that are written by a program, with their texts: its types, and what other packages import. */
export async function clientFiles(document: OpenApiDocument): Promise<ReadonlyMap<string, string>> {
  // The generator resolves references in place: it gets a document of its own.
  const types = astToString(await openapiTS(structuredClone(document) as OpenAPI3, { alphabetize: false }));
  const texts = { "package/schema.d.ts": types, ...compiled(readFileSync(SOURCE, "utf8")) };
  return new Map(Object.entries(texts).map(([name, text]) => [fileURLToPath(new URL(name, folder)), HEAD + text]));
}

/** Node takes no types off a package that is installed, so that other packages get JavaScript and declarations. */
function compiled(source: string): Record<string, string> {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    isolatedDeclarations: true,
    rewriteRelativeImportExtensions: true,
  };
  const declarations = ts.transpileDeclaration(source, { compilerOptions, reportDiagnostics: true });
  const [problem] = declarations.diagnostics ?? [];
  if (problem) throw new Error(`${SOURCE}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  return {
    "package/index.js": ts.transpileModule(source, { compilerOptions }).outputText,
    "package/index.d.ts": declarations.outputText.replace('"./package/schema.d.ts"', '"./schema.js"'),
  };
}

const HEAD = `// biome-ignore-all lint: written by a program
// biome-ignore-all format: written by a program
// biome-ignore-all assist: written by a program
// Written by \`npm run openapi\`.

`;
