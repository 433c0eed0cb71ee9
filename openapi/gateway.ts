import type { Endpoint } from "../functions/api/endpoint.ts";

/** API Gateway's stage is `api`, so that this prefix completes the base URL `.../api/v1`. */
export const GATEWAY_PREFIX = "/v1";

/** Bodies of answers from this size on are compressed for callers who can read that. */
export const COMPRESSED_BYTES_MIN = 1024;

type Operation = {
  readonly parameters?: readonly object[];
  readonly responses: object;
  readonly "x-amazon-apigateway-integration": object;
};

export interface GatewayDocument {
  readonly openapi: "3.0.3";
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly object[]>>>>;
  readonly "x-amazon-apigateway-gateway-responses": Readonly<Record<string, object>>;
}

/** Integration URIs of the Lambda behind each endpoint, and of the one behind everything else. */
export interface IntegrationUris {
  of(endpoint: Endpoint): string;
  readonly fallback: string;
}

/**
 * What API Gateway imports: routes and their Lambdas, no schemas, for validation is the handlers' and its own would
 * answer in another form. A path's other methods, and every other path, go to the fallback (405 and 404).
 */
export function gatewayDocument(endpoints: readonly Endpoint[], uris: IntegrationUris): GatewayDocument {
  const paths: Record<string, Record<string, Operation | readonly object[]>> = {};
  for (const endpoint of endpoints) {
    const path = GATEWAY_PREFIX + endpoint.path;
    paths[path] = {
      ...(paths[path] ?? anyMethod(path, uris)),
      [endpoint.method.toLowerCase()]: proxy(uris.of(endpoint)),
    };
  }
  for (const path of ["/{proxy+}", `${GATEWAY_PREFIX}/{proxy+}`]) paths[path] = anyMethod(path, uris);
  return {
    openapi: "3.0.3",
    info: { title: "Palisade", version: "1.0.0" },
    paths,
    "x-amazon-apigateway-gateway-responses": gatewayResponses,
  };
}

/** The methods that exist on each path of the gateway document: what a 405 names in its `Allow` header. */
export function methodsByPath(endpoints: readonly Endpoint[]): Record<string, string[]> {
  const methods: Record<string, string[]> = {};
  for (const { path, method } of endpoints) {
    methods[GATEWAY_PREFIX + path] = [...(methods[GATEWAY_PREFIX + path] ?? []), method].sort();
  }
  return methods;
}

const anyMethod = (path: string, uris: IntegrationUris): Record<string, Operation | readonly object[]> => ({
  ...(path.includes("{") ? { parameters: pathParameters(path) } : {}),
  "x-amazon-apigateway-any-method": proxy(uris.fallback),
});

const proxy = (uri: string): Operation => ({
  responses: { default: { description: "The handler's answer" } },
  "x-amazon-apigateway-integration": {
    type: "aws_proxy",
    httpMethod: "POST",
    uri,
    passthroughBehavior: "when_no_match",
  },
});

const pathParameters = (path: string): object[] =>
  [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const detail = (json: string, statusCode?: number): object => ({
  ...(statusCode === undefined ? {} : { statusCode: String(statusCode) }),
  responseTemplates: { "application/json": `{"detail":${json}}` },
});

/** Errors that API Gateway answers by itself, in the form of all other errors. `messageString` comes with its quotes. */
const gatewayResponses: Readonly<Record<string, object>> = {
  DEFAULT_4XX: detail("$context.error.messageString"),
  DEFAULT_5XX: detail("$context.error.messageString"),
  MISSING_AUTHENTICATION_TOKEN: detail('"Not Found"', 404),
  REQUEST_TOO_LARGE: detail('"The request body is too large"', 413),
  THROTTLED: detail('"Too many requests"', 429),
  UNSUPPORTED_MEDIA_TYPE: detail('"Content-Type must be application/json"', 422),
};
