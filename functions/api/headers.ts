import type { APIGatewayProxyEvent } from "aws-lambda";

/** A request header by name in any case; undefined when absent. API Gateway passes names on as the caller wrote them. */
export function header(event: Pick<APIGatewayProxyEvent, "headers">, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(event.headers ?? {})) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** Every value of a request header, one for each time that it was sent. */
export function headerValues(event: Pick<APIGatewayProxyEvent, "multiValueHeaders">, name: string): string[] {
  const wanted = name.toLowerCase();
  const named = Object.entries(event.multiValueHeaders ?? {}).filter(([key]) => key.toLowerCase() === wanted);
  return named.flatMap(([, values]) => values ?? []);
}
