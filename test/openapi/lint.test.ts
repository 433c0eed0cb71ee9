import { fileURLToPath } from "node:url";
import { type Config, lint, lintFromString, loadConfig } from "@redocly/openapi-core";
import { beforeAll, expect, test } from "vitest";
import { openApiFile } from "../../openapi/file.ts";

/** The rules, and why some of them are off, are in openapi/redocly.yaml; `struct` among them is the schema of OpenAPI 3.0. */

let config: Config;
beforeAll(async () => {
  config = await loadConfig({ configPath: fileURLToPath(new URL("../../openapi/redocly.yaml", import.meta.url)) });
});

const inWords = (problems: Awaited<ReturnType<typeof lint>>): string[] =>
  problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ""}: ${message}`);

test("the committed document has no error and no warning", async () => {
  expect(inWords(await lint({ ref: openApiFile, config }))).toEqual([]);
});

test("the linter is awake: it finds a document that is no OpenAPI", async () => {
  const source = JSON.stringify({ openapi: "3.0.3", info: { title: "Nothing" }, paths: { "/x": { get: {} } } });
  const problems = inWords(await lintFromString({ source, config }));
  expect(problems).toEqual(
    expect.arrayContaining([
      "struct #/info: The field `version` must be present on this level.",
      "struct #/paths/~1x/get: The field `responses` must be present on this level.",
    ]),
  );
});
