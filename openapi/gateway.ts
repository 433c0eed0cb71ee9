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

/** `status` null leaves the one that the gateway gives; `retryAfter` is in seconds. */
const error = (status: number | null, detail: string, retryAfter?: number): object => ({
  ...(status === null ? {} : { statusCode: String(status) }),
  responseTemplates: { "application/json": JSON.stringify({ detail }) },
  ...(retryAfter === undefined
    ? {}
    : { responseParameters: { "gatewayresponse.header.Retry-After": `'${retryAfter}'` } }),
});

/** What a body is answered that is larger than the API takes, by whoever sees it first. */
export const BODY_TOO_LARGE = "Request body is larger than 256 KB";

const REFUSED = "The request was refused before it reached the service";
const FAILED = "Internal server error";
const NO_ANSWER = "The service did not get an answer in time; try again";

/**
 * Every type of error that API Gateway answers by itself, in the form of all other errors. Sentences of our own: the
 * gateway's speak of AWS, and some errors come without one, which would make `detail` null.
 */
const gatewayResponses: Readonly<Record<string, object>> = {
  DEFAULT_4XX: error(null, REFUSED),
  DEFAULT_5XX: error(null, FAILED),

  // Paths and methods that the fallback does not see, such as the root of the stage.
  MISSING_AUTHENTICATION_TOKEN: error(404, "Not Found"),
  RESOURCE_NOT_FOUND: error(404, "Not Found"),

  BAD_REQUEST_BODY: error(422, "The request body is not valid"),
  BAD_REQUEST_PARAMETERS: error(422, "A parameter or header of the request is missing or not valid"),
  REQUEST_TOO_LARGE: error(413, BODY_TOO_LARGE),
  UNSUPPORTED_MEDIA_TYPE: error(422, "Content-Type must be application/json"),

  // A stage lets hundreds through every second, so that the next one has room again.
  THROTTLED: error(429, "Too many requests; try again in a second", 1),
  QUOTA_EXCEEDED: error(429, "The quota of requests is used up; try again later", 3600),

  // What an operator may put in front of the service: resource policy, IAM, authorizer, usage plan, web ACL.
  ACCESS_DENIED: error(403, "Access to the service is not allowed from there"),
  EXPIRED_TOKEN: error(403, "The credentials in the Authorization header have expired"),
  INVALID_API_KEY: error(403, "The x-api-key header is missing or holds no valid key"),
  INVALID_SIGNATURE: error(403, "The signature in the Authorization header is not valid"),
  UNAUTHORIZED: error(401, "The Authorization header is missing or not valid"),
  WAF_FILTERED: error(403, "The firewall in front of the service refused the request"),

  API_CONFIGURATION_ERROR: error(500, FAILED),
  AUTHORIZER_CONFIGURATION_ERROR: error(500, FAILED),
  AUTHORIZER_FAILURE: error(500, FAILED),
  // As documented for handlers that run out of time: callers need not know who noticed it.
  INTEGRATION_FAILURE: error(503, NO_ANSWER),
  INTEGRATION_TIMEOUT: error(503, NO_ANSWER),
};
