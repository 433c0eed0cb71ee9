import * as z from "zod";
import { gatewayDocument } from "../../openapi/gateway.ts";
import { awsCall } from "./aws-call.ts";
import type { Emulator } from "./emulator.ts";

const resourceList = z.object({
  item: z.array(
    z.object({ id: z.string(), path: z.string(), resourceMethods: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const functionList = z.object({
  Functions: z.array(z.object({ FunctionArn: z.string(), Description: z.string().optional() })),
});

/**
 * MiniStack 1.5.33 imports a REST API from its OpenAPI document without `x-amazon-apigateway-any-method` (unknown methods)
 * and without `x-amazon-apigateway-gateway-responses` (the gateway's own errors). Both exist in its own API, by which they
 * are set here, to what the document says.
 */
export async function completeGateway(emulator: Emulator, stack: string, apiId: string): Promise<void> {
  const call = (method: string, path: string, body?: object) =>
    awsCall(emulator, "apigateway", method, `/restapis/${apiId}${path}`, body);
  const uri = await fallbackUri(emulator, stack);
  const { item } = resourceList.parse(JSON.parse(await call("GET", "/resources?limit=500&embed=methods")));
  const { paths, "x-amazon-apigateway-gateway-responses": responses } = gatewayDocument([], {
    of: () => uri,
    fallback: uri,
  });
  for (const { id, path, resourceMethods = {} } of item) {
    // The document gives the method to every path that has an endpoint, and to the paths that stand for all others.
    const isNamed = Object.keys(resourceMethods).length > 0 || path in paths;
    if (!isNamed || "ANY" in resourceMethods) continue;
    await call("PUT", `/resources/${id}/methods/ANY`, { authorizationType: "NONE" });
    await call("PUT", `/resources/${id}/methods/ANY/integration`, { type: "AWS_PROXY", httpMethod: "POST", uri });
  }
  for (const [type, response] of Object.entries(responses)) await call("PUT", `/gatewayresponses/${type}`, response);
  await call("POST", "/deployments", { stageName: "api" });
}

async function fallbackUri(emulator: Emulator, stack: string): Promise<string> {
  const text = await awsCall(emulator, "lambda", "GET", "/2015-03-31/functions?MaxItems=1000");
  const fallback = functionList
    .parse(JSON.parse(text))
    .Functions.find(({ FunctionArn, Description }) => FunctionArn.includes(stack) && Description === FALLBACK);
  if (!fallback) throw new Error(`${stack} has no function "${FALLBACK}"`);
  const region = emulator.environment.AWS_REGION;
  return `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${fallback.FunctionArn}/invocations`;
}

const FALLBACK = "Palisade: unknown paths and methods";
