import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commonErrors } from "../../functions/api/endpoint.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { openApiDocument } from "../../openapi/document.ts";
import { openApiFile, openApiText } from "../../openapi/file.ts";
import { loadFixtures } from "./fixtures/load.ts";

const fixtures = (await loadFixtures("api")).map(({ endpoint }) => endpoint);
const document = openApiDocument(fixtures);
const errorRef = { $ref: "#/components/schemas/Error" };

describe("the document", () => {
  test("is OpenAPI 3.0.3 below the versioned base path", () => {
    expect(document.openapi).toBe("3.0.3");
    expect(document.servers).toMatchObject([{ url: "/api/v1" }]);
    expect(Object.keys(document.paths ?? {})).toEqual(["/org/things", "/page", "/org/things/{thing_id}/start"]);
    expect(document.tags).toEqual([{ name: "Admin" }, { name: "Docs" }, { name: "Things" }]);
  });

  test("asks for the keys that each endpoint needs, all of them at once", () => {
    expect(document.paths?.["/org/things"]?.get?.security).toEqual([{ MasterKey: [], AdminKey: [], OrgKey: [] }]);
    expect(document.paths?.["/org/things"]?.delete?.security).toEqual([{ MasterKey: [] }]);
    expect(document.paths?.["/page"]?.get?.security).toEqual([]);
    expect(document.components?.securitySchemes).toMatchObject({
      MasterKey: { type: "apiKey", in: "header", name: "X-Master-Key" },
      AdminKey: { type: "apiKey", in: "header", name: "X-Admin-Key" },
      OrgKey: { type: "apiKey", in: "header", name: "X-Org-Key" },
    });
  });

  test("describes parameters, and bodies of objects whose every field may be left out", () => {
    expect(document.paths?.["/org/things"]?.get?.parameters).toEqual([
      { in: "query", name: "limit", schema: { default: 100, type: "integer", minimum: 1, maximum: 500 } },
    ]);
    const start = document.paths?.["/org/things/{thing_id}/start"]?.post;
    expect(start?.parameters).toEqual([
      { in: "path", name: "thing_id", required: true, schema: { type: "string", format: "uuid" } },
    ]);
    expect(start?.requestBody).toEqual({
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", properties: { force: { type: "boolean", default: false } } },
          example: { force: false },
        },
      },
    });
    expect(start?.["x-extension"]).toBe(true);
  });

  test("writes nullable the way 3.0 does, and leaves answers open to new fields", () => {
    expect(document.paths?.["/org/things"]?.get?.responses?.["200"]).toEqual({
      description: "OK",
      content: {
        "application/json": {
          example: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), seen: "2026-01-31T09:30:00.000Z" }],
          schema: {
            type: "array",
            items: {
              type: "object",
              properties: {
                id: { type: "string", format: "uuid" },
                seen: { type: "string", format: "date-time", nullable: true },
              },
              required: ["id", "seen"],
            },
          },
        },
      },
    });
  });

  test("documents every error with the detail body", () => {
    const responses = document.paths?.["/org/things"]?.get?.responses ?? {};
    expect(Object.keys(responses)).toEqual(["200", "401", "403", "422", "429", "500", "503"]);
    expect(responses["403"]).toEqual({
      description: "The module is not enabled.",
      content: {
        "application/json": { schema: errorRef, example: { detail: 'Module "dast" is not enabled for this org' } },
      },
    });
    expect(responses["401"]).toEqual({ $ref: "#/components/responses/Error401" });
    expect(document.components?.responses?.Error401).toMatchObject({
      description: expect.stringContaining("key"),
      content: { "application/json": { schema: errorRef } },
    });
    expect(document.components?.responses?.Error429).toHaveProperty("headers.Retry-After");
    expect(document.components?.schemas?.Error).toMatchObject({ type: "object", required: ["detail"] });
  });

  test("documents both bodies of a status that has two", () => {
    expect(document.paths?.["/org/things/{thing_id}/start"]?.post?.responses?.["429"]).toMatchObject({
      description: expect.stringMatching(/^The thing is in cooldown\. .*300 requests/),
      headers: { "Retry-After": { schema: { type: "integer", minimum: 0 } } },
      content: {
        "application/json": {
          schema: {
            anyOf: [{ type: "object", properties: { error: { type: "string" } }, required: ["error"] }, errorRef],
          },
        },
      },
    });
  });

  test("gives an empty answer no body and a page its media type", () => {
    expect(document.paths?.["/org/things"]?.delete?.responses?.["204"]).toEqual({ description: "No Content" });
    expect(document.paths?.["/page"]?.get?.responses?.["200"]).toEqual({
      description: "OK",
      content: { "text/html": { schema: { type: "string" } } },
    });
  });

  test("is the same text each time", () => {
    expect(openApiText(openApiDocument(fixtures))).toBe(openApiText(document));
  });
});

describe("the committed document", async () => {
  const endpoints = (await loadEndpoints()).map(({ endpoint }) => endpoint);
  const committed = readFileSync(openApiFile, "utf8");

  test("is what `npm run openapi` writes today", () => {
    expect(committed === openApiText(openApiDocument(endpoints)), "openapi.json is stale: npm run openapi").toBe(true);
  });

  test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "documents every status of %s",
    (_, endpoint) => {
      const path = openApiDocument(endpoints).paths?.[endpoint.path];
      const operations = [path?.get, path?.post, path?.patch, path?.delete];
      const responses = operations.find((found) => found?.operationId === endpoint.operationId)?.responses ?? {};
      const statuses = [
        ...Object.keys(endpoint.responses),
        ...Object.keys(endpoint.errors),
        ...commonErrors[endpoint.auth].map(String),
      ];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
    },
  );

  test("describes the cooldown answer, which is not like other errors", () => {
    const { paths, components } = openApiDocument(endpoints);
    expect(paths?.["/org/scans"]?.post?.responses?.["429"]).toMatchObject({
      content: {
        "application/json": {
          schema: { anyOf: [{ $ref: "#/components/schemas/ScanCooldown" }, { $ref: "#/components/schemas/Error" }] },
        },
      },
    });
    expect(components?.schemas?.ScanCooldown).toMatchObject({ required: ["error", "module", "next_scan_allowed_at"] });
  });

  test("names each parameter of each path", () => {
    for (const { path, params } of endpoints) {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).sort();
      const declared = params === undefined || !("shape" in params) ? [] : Object.keys(Object(params.shape)).sort();
      expect(declared, path).toEqual(named);
    }
  });
});
