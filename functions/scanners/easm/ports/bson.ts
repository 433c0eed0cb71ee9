import type { Json } from "../../../domain/json.ts";

/** Nothing a server sends may nest deeper; real replies to our two questions nest three levels. */
const DEPTH_MAX = 8;

/** Encodes a flat document of strings, booleans and 32-bit integers (bsonspec.org, version 1.1). */
export function encodeBson(document: Readonly<Record<string, string | boolean | number>>): Buffer {
  const elements = Object.entries(document).map(([name, value]) => {
    const key = Buffer.from(`${name}\0`, "utf8");
    switch (typeof value) {
      case "string": {
        const text = Buffer.from(`${value}\0`, "utf8");
        return Buffer.concat([Buffer.of(0x02), key, int32(text.length), text]);
      }
      case "boolean":
        return Buffer.concat([Buffer.of(0x08), key, Buffer.of(value ? 1 : 0)]);
      case "number":
        return Buffer.concat([Buffer.of(0x10), key, int32(value)]);
      default:
        return value satisfies never;
    }
  });
  const body = Buffer.concat(elements);
  return Buffer.concat([int32(body.length + 5), body, Buffer.of(0)]);
}

/**
 * Decodes a document. Types that our questions do not need (binary, ids, dates, ...) become null. Null when the bytes
 * are not one well-formed document: a server under test may send anything.
 */
export function decodeBson(bytes: Buffer, depth = 0): Readonly<Record<string, Json>> | null {
  if (bytes.length < 5 || depth > DEPTH_MAX || bytes.readInt32LE(0) !== bytes.length) return null;
  const document: Record<string, Json> = {};
  let at = 4;
  while (at < bytes.length - 1) {
    const type = bytes[at];
    const nameEnd = bytes.indexOf(0, at + 1);
    if (type === undefined || nameEnd < 0) return null;
    const value = decodeValue(type, bytes.subarray(nameEnd + 1, bytes.length - 1), depth);
    if (value === null) return null;
    document[bytes.toString("utf8", at + 1, nameEnd)] = value.json;
    at = nameEnd + 1 + value.length;
  }
  return at === bytes.length - 1 && bytes[at] === 0 ? document : null;
}

const fixedLengths: Readonly<Record<number, number>> = { 6: 0, 7: 12, 9: 8, 10: 0, 17: 8, 19: 16, 127: 0, 255: 0 };

function decodeValue(type: number, rest: Buffer, depth: number): { json: Json; length: number } | null {
  const fixed = fixedLengths[type];
  if (fixed !== undefined) return rest.length < fixed ? null : { json: null, length: fixed };
  switch (type) {
    case 0x01:
      return rest.length < 8 ? null : { json: rest.readDoubleLE(0), length: 8 };
    case 0x08:
      return rest.length < 1 ? null : { json: rest[0] === 1, length: 1 };
    case 0x10:
      return rest.length < 4 ? null : { json: rest.readInt32LE(0), length: 4 };
    case 0x12:
      return rest.length < 8 ? null : { json: Number(rest.readBigInt64LE(0)), length: 8 };
    case 0x02: {
      const length = sized(rest, 4);
      return length === null ? null : { json: rest.toString("utf8", 4, length - 1), length };
    }
    case 0x05: {
      const length = sized(rest, 5);
      return length === null ? null : { json: null, length };
    }
    case 0x03:
    case 0x04: {
      const length = sized(rest, 0);
      if (length === null) return null;
      const json = decodeBson(rest.subarray(0, length), depth + 1);
      return json === null ? null : { json: type === 0x04 ? Object.values(json) : json, length };
    }
    default:
      return null;
  }
}

/** Length in bytes of a value that starts with its own length, which does not count `header` bytes. */
function sized(rest: Buffer, header: number): number | null {
  if (rest.length < 4) return null;
  const length = rest.readInt32LE(0) + header;
  return length < header + 1 || length > rest.length ? null : length;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
