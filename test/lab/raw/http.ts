import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Place } from "./tcp.ts";

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Bytes after which the rest is not read. */
  readonly bytesMax?: number;
}

/** One request as it is written, to a place under a host name; certificates are not judged and redirects not followed. */
export const send = (
  scheme: "http" | "https",
  place: Place,
  host: string,
  path: string,
  options: RawRequest = {},
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const head = {
      host: place.address,
      port: place.port,
      path,
      method: options.method ?? "GET",
      headers: { host: `${host}:${place.port}`, ...options.headers },
      agent: false as const,
    };
    const onResponse = (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < (options.bytesMax ?? 1_048_576)) return;
        finish();
        response.destroy();
      });
      response.on("end", finish);
      response.on("error", reject);
    };
    const request =
      scheme === "https"
        ? httpsRequest(
            {
              ...head,
              servername: host,
              rejectUnauthorized: false,
              ciphers: "DEFAULT:@SECLEVEL=0",
              minVersion: "TLSv1",
            },
            onResponse,
          )
        : httpRequest(head, onResponse);
    request.on("error", reject);
    request.end(options.body);
  });
