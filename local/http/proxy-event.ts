import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { STAGE } from "./router.ts";

type Values = Record<string, string[]>;

/** What of a request its handler is to see. */
export interface Forwarded {
  readonly request: IncomingMessage;
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Pattern that the path matched, `/v1/{proxy+}` when none did. */
  readonly resource: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Values>;
  /** Null when there was none. */
  readonly body: string | null;
}

/** The event of a REST API's Lambda proxy integration (payload version 1.0), as API Gateway builds it. */
export function proxyEvent({ request, method, path, resource, params, query, body }: Forwarded): APIGatewayProxyEvent {
  const headers = headersOf(request);
  return {
    resource,
    path: path.slice(STAGE.length + 1) || "/",
    httpMethod: method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull({ ...query }),
    pathParameters: orNull({ ...params }),
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      authorizer: null,
      protocol: `HTTP/${request.httpVersion}`,
      httpMethod: method,
      path,
      stage: STAGE,
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      resourceId: "local",
      resourcePath: resource,
      identity: {
        ...NOBODY,
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: request.headers["user-agent"] ?? null,
      },
    },
  };
}

/** What a handler may ask about its invocation. */
export const invocationContext = (functionName: string, requestId: string): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName,
  functionVersion: "$LATEST",
  invokedFunctionArn: functionName,
  memoryLimitInMB: "512",
  awsRequestId: requestId,
  logGroupName: "local",
  logStreamName: "local",
  getRemainingTimeInMillis: () => HANDLER_MILLISECONDS,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});

/** API Gateway gives a handler 29 seconds. */
const HANDLER_MILLISECONDS = 29_000;

/** Parameters of a query string in their order. A malformed escape stays as it is: whether it matters is for the handler to say. */
export function parseQuery(text: string): Values {
  const query: Values = Object.create(null);
  for (const pair of text.split("&").filter((part) => part !== "")) {
    const [name = "", ...value] = pair.split("=");
    const key = decoded(name);
    query[key] = [...(query[key] ?? []), decoded(value.join("="))];
  }
  return query;
}

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Header lines by name as the caller wrote it. */
function headersOf({ rawHeaders }: IncomingMessage): Values {
  const headers: Values = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    headers[name] = [...(headers[name] ?? []), rawHeaders[index + 1] ?? ""];
  }
  return headers;
}

const lastOf = (values: Readonly<Values>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? ""]));

const orNull = <T extends object>(values: T): T | null => (Object.keys(values).length > 0 ? values : null);

const NOBODY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};
