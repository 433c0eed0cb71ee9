import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { gatewayDocument, methodsByPath } from "../../openapi/gateway.ts";
import published from "../../openapi/openapi.json" with { type: "json" };
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

describe("the gateway's own errors", () => {
  const response = z.object({
    statusCode: z.string().optional(),
    responseTemplates: z.strictObject({ "application/json": z.string() }),
    responseParameters: z.record(z.string(), z.string()).optional(),
  });
  const responses = z.record(z.string(), response).parse(document["x-amazon-apigateway-gateway-responses"]);
  const detailOf = (type: string): unknown => JSON.parse(responses[type]?.responseTemplates["application/json"] ?? "");

  test("are all there are, by name", () => {
    const types = Object.values(ResponseType).filter((one) => one instanceof ResponseType);
    expect(types.length).toBeGreaterThan(20);
    expect(Object.keys(responses).sort()).toEqual(types.map(({ responseType }) => responseType).sort());
  });

  test("say in words what is wrong, and take nothing from the gateway that could be missing", () => {
    for (const type of Object.keys(responses)) {
      expect(detailOf(type), type).toEqual({ detail: expect.stringMatching(/^[A-Z][^$]+ [^$]+[^.]$/) });
    }
  });

  test("have the statuses that the API documents", () => {
    const statuses = Object.entries(responses).map(([type, { statusCode }]) => [type, statusCode]);
    expect(Object.fromEntries(statuses)).toMatchObject({
      DEFAULT_4XX: undefined,
      DEFAULT_5XX: undefined,
      MISSING_AUTHENTICATION_TOKEN: "404",
      RESOURCE_NOT_FOUND: "404",
      REQUEST_TOO_LARGE: "413",
      BAD_REQUEST_BODY: "422",
      UNSUPPORTED_MEDIA_TYPE: "422",
      THROTTLED: "429",
      WAF_FILTERED: "403",
      INTEGRATION_FAILURE: "503",
      INTEGRATION_TIMEOUT: "503",
    });
  });

  test("say with every 429 how long to wait", () => {
    const limited = Object.entries(responses).filter(([, { statusCode }]) => statusCode === "429");
    expect(limited.map(([type]) => type).sort()).toEqual(["QUOTA_EXCEEDED", "THROTTLED"]);
    for (const [, { responseParameters }] of limited)
      expect(responseParameters).toEqual({ "gatewayresponse.header.Retry-After": expect.stringMatching(/^'[0-9]+'$/) });
  });

  test("have the words of the handlers where these answer the same", () => {
    const { responses: shared } = published.components;
    const exampleOf = ({ content }: { content: object }) => Object.values(content)[0]?.example;
    expect(detailOf("REQUEST_TOO_LARGE")).toEqual(exampleOf(shared.Error413));
    expect(detailOf("DEFAULT_5XX")).toEqual(exampleOf(shared.Error500));
  });
});

test("knows which methods a path has", () => {
  expect(methodsByPath(endpoints)).toEqual({
    "/v1/org/things": ["DELETE", "GET"],
    "/v1/page": ["GET"],
    "/v1/org/things/{thing_id}/start": ["POST"],
  });
});
