import type { Socket } from "node:net";

/** Answers each chunk by what it says; null ends the connection, undefined says nothing. */
export const answers =
  (answer: (asked: Buffer, turn: number) => Buffer | string | null | undefined, greeting?: Buffer | string) =>
  (socket: Socket): void => {
    let turn = 0;
    if (greeting !== undefined) socket.write(typeof greeting === "string" ? Buffer.from(greeting, "latin1") : greeting);
    socket.on("data", (asked: Buffer) => {
      turn += 1;
      const said = answer(asked, turn);
      if (said === null) socket.end();
      else if (said !== undefined) socket.write(typeof said === "string" ? Buffer.from(said, "latin1") : said);
    });
  };

export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");

/** Words of four bytes, big endian. */
export const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** A message behind its length in two or four bytes. */
export const framed = (message: Buffer, lengthBytes: 2 | 4): Buffer => {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(message.length, 0, lengthBytes);
  return Buffer.concat([length, message]);
};
