import type { Socket } from "node:net";

/** The few BSON types (bsonspec.org) that the answers here need: int32 for numbers. */
type Value = number | string | boolean | readonly Value[] | { readonly [key: string]: Value };

const element = (key: string, value: Value): Buffer => {
  const name = Buffer.from(`${key}\0`);
  if (typeof value === "number") {
    const int = Buffer.alloc(4);
    int.writeInt32LE(value);
    return Buffer.concat([Buffer.from([0x10]), name, int]);
  }
  if (typeof value === "boolean") return Buffer.concat([Buffer.from([0x08]), name, Buffer.from([value ? 1 : 0])]);
  if (typeof value === "string") {
    const content = Buffer.from(`${value}\0`);
    const length = Buffer.alloc(4);
    length.writeInt32LE(content.length);
    return Buffer.concat([Buffer.from([0x02]), name, length, content]);
  }
  return Buffer.concat([Buffer.from([Array.isArray(value) ? 0x04 : 0x03]), name, bson(Object.entries(value))]);
};

const bson = (entries: readonly (readonly [string, Value])[]): Buffer => {
  const elements = Buffer.concat(entries.map(([key, value]) => element(key, value)));
  const length = Buffer.alloc(4);
  length.writeInt32LE(elements.length + 5);
  return Buffer.concat([length, elements, Buffer.from([0])]);
};

/** A BSON document of the given fields. */
export const document = (fields: { readonly [key: string]: Value }): Buffer => bson(Object.entries(fields));

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

/** Offset of the command document within a message, or null for an operation that is not spoken here. */
const documentOffset = (message: Buffer): number | null => {
  const operation = message.readInt32LE(12);
  if (operation === OP_MSG) return 21;
  // OP_QUERY: flags, collection name, number to skip, number to return.
  if (operation === OP_QUERY) return message.indexOf(0, 20) + 9;
  return null;
};

/** Name of the document's first field, which is the command. */
const commandName = (message: Buffer, offset: number): string => {
  const end = message.indexOf(0, offset + 5);
  return end < 0 ? "" : message.toString("utf8", offset + 5, end);
};

const outcome = (command: string, authenticates: boolean): { readonly [key: string]: Value } => {
  if (["hello", "ismaster", "isMaster"].includes(command)) {
    return {
      ismaster: true,
      maxBsonObjectSize: 16777216,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ok: 1,
    };
  }
  if (command === "ping") return { ok: 1 };
  // The version is told before authentication, so it proves no access.
  if (command === "buildInfo" || command === "buildinfo") return { version: "7.0.5", ok: 1 };
  if (authenticates) {
    return { ok: 0, errmsg: `command ${command} requires authentication`, code: 13, codeName: "Unauthorized" };
  }
  if (command === "listDatabases") {
    return { databases: [{ name: "admin", sizeOnDisk: 40960, empty: false }], totalSize: 40960, ok: 1 };
  }
  return { ok: 0, errmsg: `no such command: '${command}'`, code: 59, codeName: "CommandNotFound" };
};

/** MongoDB wire protocol, OP_MSG and the legacy OP_QUERY; with authentication only the greeting commands work. */
export const mongodb =
  (options: { readonly authenticates: boolean }) =>
  (socket: Socket): void => {
    socket.on("data", (message: Buffer) => {
      const offset = message.length >= 26 ? documentOffset(message) : null;
      if (offset === null) {
        socket.destroy();
        return;
      }
      const fields = document(outcome(commandName(message, offset), options.authenticates));
      const legacy = message.readInt32LE(12) === OP_QUERY;
      // OP_REPLY: flags, cursor id, starting from, number returned. OP_MSG: flags, section kind 0.
      const prefix = legacy ? Buffer.from([8, ...Array(15).fill(0), 1, 0, 0, 0]) : Buffer.alloc(5);
      const header = Buffer.alloc(16);
      header.writeInt32LE(16 + prefix.length + fields.length, 0);
      header.writeInt32LE(1, 4);
      header.writeInt32LE(message.readInt32LE(4), 8);
      header.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
      socket.write(Buffer.concat([header, prefix, fields]));
    });
  };
