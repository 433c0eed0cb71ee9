import { Agent, type IncomingMessage, request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Contract } from "./contract.ts";

/** Requests as they are put on the wire, for what no well-behaved client sends. */

export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface RawRequest {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly headers: HeaderLines;
  /** Null: none. */
  readonly body: string | Buffer | null;
}

export interface RawAnswer {
  readonly status: number;
  /** By name in lower case, lines of one name joined. */
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when it is no JSON. */
  readonly json: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request and reads its whole answer. Rejects when the connection breaks before that. */
export function exchange(baseUrl: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, pathname, host } = new URL(baseUrl);
  const length = body === null ? [] : [["Content-Length", String(Buffer.byteLength(body))] as const];
  const lines = [["Host", host] as const, ...length, ...headers].flat();
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path: pathname + path, headers: lines }, (response) => {
      read(response).then(resolve, reject);
    });
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

/** Sends a request, and throws an Error when its answer is not as the document says. */
export async function checkedExchange(contract: Contract, baseUrl: string, sent: RawRequest): Promise<RawAnswer> {
  const answer = await exchange(baseUrl, sent);
  contract.check({ method: sent.method, path: sent.path, ...answer });
  return answer;
}

async function read(response: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value);
  const whole = Buffer.concat(chunks);
  const text = (headers.get("content-encoding") === "gzip" ? gunzipSync(whole) : whole).toString();
  return { status: response.statusCode ?? 0, headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
