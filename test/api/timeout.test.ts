import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { endpoint } from "../../functions/api/endpoint.ts";
import { lambda } from "../../functions/api/lambda.ts";
import { invocationContext } from "../../local/http/proxy-event.ts";

test("a call that takes too long is answered before its function is ended", async () => {
  const hanging = lambda(
    endpoint({
      operationId: "hang",
      method: "GET",
      path: "/hang",
      auth: "none",
      tag: "Test",
      summary: "Never answers",
      responses: { 200: null },
      errors: {},
      grant: "none",
      handle: () => new Promise(() => undefined),
    }),
  );
  const event: Partial<APIGatewayProxyEvent> = { httpMethod: "GET", path: "/v1/hang", headers: {} };
  const context = { ...invocationContext("hang", "request"), getRemainingTimeInMillis: () => 2_010 };
  expect(await hanging(event as APIGatewayProxyEvent, context)).toMatchObject({
    statusCode: 503,
    body: '{"detail":"The service did not get an answer in time; try again"}',
  });
});
