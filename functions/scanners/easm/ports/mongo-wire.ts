import type { Json } from "../../../domain/json.ts";
import { decodeBson, encodeBson } from "./bson.ts";

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

/** A command document; its first name is the command. */
export type MongoCommand = Readonly<Record<string, string | boolean | number>>;

/** A command for the `admin` database as OP_MSG (MongoDB 3.6 and later), per the MongoDB wire protocol. */
export function mongoMessage(requestId: number, command: MongoCommand): Buffer {
  return framed(requestId, OP_MSG, [Buffer.alloc(4), Buffer.of(0), encodeBson({ ...command, $db: "admin" })]);
}

/** The same command as OP_QUERY on `admin.$cmd`, which older servers understand. */
export function mongoQuery(requestId: number, command: MongoCommand): Buffer {
  const counts = Buffer.alloc(8);
  counts.writeInt32LE(-1, 4);
  return framed(requestId, OP_QUERY, [
    Buffer.alloc(4),
    Buffer.from("admin.$cmd\0", "latin1"),
    counts,
    encodeBson(command),
  ]);
}

/** The document of a reply to `requestId`, or null. An echo of our own bytes is no reply: it responds to nothing. */
export function mongoReply(requestId: number, bytes: Buffer): Readonly<Record<string, Json>> | null {
  if (bytes.length < 26 || bytes.readInt32LE(8) !== requestId) return null;
  const length = bytes.readInt32LE(0);
  const operation = bytes.readInt32LE(12);
  const start = operation === OP_MSG ? 21 : operation === OP_REPLY ? 36 : null;
  if (start === null || length > bytes.length || start + 5 > length) return null;
  const size = bytes.readInt32LE(start);
  return size < 5 || start + size > length ? null : decodeBson(bytes.subarray(start, start + size));
}

function framed(requestId: number, operation: number, body: readonly Buffer[]): Buffer {
  const payload = Buffer.concat(body);
  const header = Buffer.alloc(16);
  header.writeInt32LE(payload.length + 16, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(operation, 12);
  return Buffer.concat([header, payload]);
}
