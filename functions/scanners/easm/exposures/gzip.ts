import { constants, gunzipSync } from "node:zlib";

const OUTPUT_BYTES_MAX = 1_048_576;

/** What the beginning of a gzip file unpacks to (at most 1 MiB), null when the bytes are no gzip. */
export function gunzipHead(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return null;
  try {
    // The file is cut off on purpose, so its end must not be asked for.
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: OUTPUT_BYTES_MAX });
  } catch {
    return null;
  }
}
