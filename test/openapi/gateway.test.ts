import { expect, test } from "vitest";
import { gatewayDocument, methodsByPath } from "../../openapi/gateway.ts";
import { loadFixtures } from "./fixtures/load.ts";

const endpoints = (await loadFixtures("api")).map(({ endpoint }) => endpoint);
const document = gatewayDocument(endpoints, {
  of: ({ operationId }) => `arn:${operationId}`,
  fallback: "arn:fallback",
});

/** Path, method and integration URI of every operation. */
const routes = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([key]) => key !== "parameters")
    .map(([method, operation]) => [path, method, JSON.stringify(operation).match(/"uri":"([^"]+)"/)?.[1]]),
);

test("routes each endpoint to its function, and everything else to the fallback", () => {
  expect(routes).toEqual([
    ["/v1/org/things", "x-amazon-apigateway-any-method", "arn:fallback"],
    ["/v1/org/things", "get", "arn:listThings"],
    ["/v1/org/things", "delete", "arn:removeThing"],
    ["/v1/page", "x-amazon-apigateway-any-method", "arn:fallback"],
    ["/v1/page", "get", "arn:thingPage"],
    ["/v1/org/things/{thing_id}/start", "x-amazon-apigateway-any-method", "arn:fallback"],
    ["/v1/org/things/{thing_id}/start", "post", "arn:startThing"],
    ["/{proxy+}", "x-amazon-apigateway-any-method", "arn:fallback"],
    ["/v1/{proxy+}", "x-amazon-apigateway-any-method", "arn:fallback"],
  ]);
});

test("declares path parameters once for each path, so that the document is valid", () => {
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  expect(document.paths["/v1/org/things/{thing_id}/start"]?.parameters).toEqual([parameter("thing_id")]);
  expect(document.paths["/v1/{proxy+}"]?.parameters).toEqual([parameter("proxy")]);
  expect(document.paths["/v1/org/things"]?.parameters).toBeUndefined();
});

test("carries no schemas, security or validation of its own", () => {
  expect(Object.keys(document)).toEqual(["openapi", "info", "paths", "x-amazon-apigateway-gateway-responses"]);
  expect(JSON.stringify(document)).not.toMatch(/security|requestBody|request-validator|components/);
});

test("answers the gateway's own errors with a detail", () => {
  const responses = Object.entries(document["x-amazon-apigateway-gateway-responses"]);
  expect(responses.map(([type]) => type)).toEqual(expect.arrayContaining(["DEFAULT_4XX", "DEFAULT_5XX"]));
  for (const [type, response] of responses) {
    const template = JSON.stringify(response).match(/"application\/json":("(?:[^"\\]|\\.)*")/)?.[1] ?? '""';
    const body: unknown = JSON.parse(String(JSON.parse(template)).replace("$context.error.messageString", '"text"'));
    expect(body, type).toEqual({ detail: expect.any(String) });
  }
});

test("knows which methods a path has", () => {
  expect(methodsByPath(endpoints)).toEqual({
    "/v1/org/things": ["DELETE", "GET"],
    "/v1/page": ["GET"],
    "/v1/org/things/{thing_id}/start": ["POST"],
  });
});
