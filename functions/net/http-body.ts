import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { NetError } from "./net.ts";

/** Codings undone at most; a page needs one, a bomb nests them. */
const CODINGS_MAX = 2;
/** Bytes on the wire beyond those kept, for what compresses badly. More than this cannot be honest. */
const WIRE_OVERHEAD_BYTES = 64 * 1024;

export interface Body {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/**
 * Reads a body, undoes its content codings (`codings` in the order applied) and keeps at most `bytesMax` decoded bytes.
 * Neither a bomb nor an endless stream gets further: reading stops at the bound and the stream is destroyed. A body of
 * an unknown coding is kept as sent. Throws NetError `protocol_error` when the coding is not what the header says, and
 * what the stream throws.
 */
export async function readBody(
  stream: Readable,
  codings: readonly string[],
  bytesMax: number,
  what: string,
): Promise<Body> {
  // The loop below throws what the stream throws; without a listener a stream that is cut off would throw it again.
  stream.on("error", () => undefined);
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let wireFailure: unknown;
  let wireSize = 0;
  let truncated = false;
  const wire = async function* (first: IteratorResult<Buffer>): AsyncGenerator<Buffer> {
    try {
      for (let next = first; !next.done && !truncated; next = await chunks.next()) {
        wireSize += next.value.length;
        yield next.value;
        truncated ||= wireSize > bytesMax + WIRE_OVERHEAD_BYTES;
      }
    } catch (error) {
      wireFailure = error;
      throw error;
    }
  };

  const kept: Buffer[] = [];
  let size = 0;
  try {
    const first = await chunks.next();
    const decoders = first.done ? [] : decodersFor(codings, first.value, what);
    for await (const chunk of decoders.reduce(decodedBy, wire(first))) {
      kept.push(chunk);
      size += chunk.length;
      truncated ||= size > bytesMax;
      if (truncated) break;
    }
  } catch (error) {
    if (error === wireFailure || size + wireSize === 0) throw error;
    throw new NetError("protocol_error", `${what}: the body is not ${codings.join(", ")}`, { cause: error });
  } finally {
    // Frees the connection even when the peer is silent and the loop ended without waiting for it.
    stream.destroy();
  }
  return { body: Buffer.concat(kept).subarray(0, bytesMax), truncated };
}

async function* decodedBy(source: AsyncIterable<Buffer>, decoder: Transform): AsyncGenerator<Buffer> {
  // A failure reaches the reader through the decoder, which the pipeline destroys with it.
  pipeline(source, decoder).catch(() => undefined);
  yield* decoder;
}

function decodersFor(codings: readonly string[], first: Buffer, what: string): Transform[] {
  if (codings.length > CODINGS_MAX) {
    throw new NetError("protocol_error", `${what}: the body is encoded ${codings.length} times`);
  }
  const decoders = codings
    .toReversed()
    .map((coding, index) => decoderOf(coding, index === 0 ? first : Buffer.alloc(0)));
  const known = decoders.filter((decoder) => decoder !== null);
  return known.length === codings.length ? known : [];
}

/** A body that ends early is still decoded as far as it goes, as browsers do. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

function decoderOf(coding: string, first: Buffer): Transform | null {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(lenient);
    case "deflate":
      // RFC 9110 8.4.1.2 means zlib (RFC 1950, method 8 in the low bits), yet some servers send raw deflate.
      return first.length === 0 || ((first[0] ?? 0) & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);
    case "br":
      return createBrotliDecompress(lenientBrotli);
    default:
      return null;
  }
}
