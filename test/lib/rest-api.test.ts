import { expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { ofType, synthesize } from "./synthesized.ts";

const endpoints = await loadEndpoints();
const stacks = synthesize(endpoints);
const [stage] = ofType(stacks, "AWS::ApiGateway::Stage");
const [api] = ofType(stacks, "AWS::ApiGateway::RestApi");

test("the stage completes the base URL /api/v1", () => {
  expect(stage?.Properties.StageName).toBe("api");
  expect(JSON.stringify(api?.Properties.Body)).toContain('"/v1/org/scans"');
});

test("the stage is throttled and traces no data", () => {
  expect(stage?.Properties.MethodSettings).toMatchObject([
    {
      HttpMethod: "*",
      ResourcePath: "/*",
      DataTraceEnabled: false,
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    },
  ]);
});

test("answers are compressed for callers who can read that", () => {
  expect(api?.Properties.MinimumCompressionSize).toBe(1024);
});

test("the access log names its fields, and none of them can hold a key", () => {
  const settings = JSON.stringify(stage?.Properties.AccessLogSetting);
  expect(settings).toContain("$context.status");
  expect(settings).not.toMatch(/header|authorizer|\$context\.path|apiKey|querystring/i);
});

test("API Gateway's own log is there before the stage, so that it expires", () => {
  const ids = stacks.flatMap(({ resources }) => Object.keys(resources));
  expect(stage?.DependsOn).toContain(ids.find((id) => id.startsWith("ExecutionLog")));
});

test("every error of the gateway's own is a detail", () => {
  const responses = JSON.stringify(api?.Properties.Body).match(/"responseTemplates":\{[^}]+\}[^}]*\}/g);
  expect(responses?.length).toBeGreaterThan(20);
  for (const response of responses ?? [])
    expect(response).toMatch(/^"responseTemplates":\{"application\/json":"\{\\"detail\\":\\"[^"\\]+\\"\}"\}/);
});

test("the fallback knows every path and method", () => {
  const [variables] = ofType(stacks, "AWS::Lambda::Function")
    .map(({ Properties }) => JSON.stringify(Properties.Environment))
    .filter((text) => text.includes("METHODS_BY_PATH"));
  for (const { endpoint } of endpoints) expect(variables).toContain(`/v1${endpoint.path}`);
  // Lambda's limit for all variables of a function together.
  expect(variables?.length).toBeLessThan(4096);
});
