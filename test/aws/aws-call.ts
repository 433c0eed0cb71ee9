import type { Emulator } from "./emulator.ts";

/**
 * Calls an operation of the emulator for which the repo has no SDK client: `path` with its method, and a body in JSON or as
 * a form. The emulator tells services apart by the signature's scope, and checks no signature. Rejects unless it is
 * answered with 2xx.
 */
export async function awsCall(
  { endpoint, environment }: Emulator,
  service: string,
  method: string,
  path: string,
  body?: object | URLSearchParams,
): Promise<string> {
  const scope = `${environment.AWS_ACCESS_KEY_ID}/20260101/${environment.AWS_REGION}/${service}/aws4_request`;
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(endpoint + path, {
    method,
    headers: {
      Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} ${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return text;
}
