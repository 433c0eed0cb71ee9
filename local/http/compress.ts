import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { COMPRESSED_BYTES_MIN } from "../../openapi/gateway.ts";

const compressed = promisify(gzip);

/** The body and the headers that tell how it is encoded. */
export interface EncodedBody {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses as API Gateway does: bodies from a size on, for callers who say by name that they read gzip. */
export async function encode(body: Buffer, acceptEncoding: string | undefined): Promise<EncodedBody> {
  if (body.length < COMPRESSED_BYTES_MIN) return { body, headers: {} };
  const vary = { Vary: "Accept-Encoding" };
  if (!acceptsGzip(acceptEncoding ?? "")) return { body, headers: vary };
  return { body: await compressed(body), headers: { ...vary, "Content-Encoding": "gzip" } };
}

const acceptsGzip = (header: string): boolean =>
  header.split(",").some((coding) => {
    const [name, ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return name === "gzip" && Number(quality ?? 1) > 0;
  });
