import type { Service } from "./client.ts";

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** GET without any key, the answer as text. */
export async function getPlain(
  { baseUrl }: Service,
  path: string,
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  const response = await fetch(baseUrl + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
