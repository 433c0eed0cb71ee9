/** An element of BER (X.690) with its length in the short form, or in the long one of one byte: contents below 256 bytes. */
export function tlv(tag: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    contents.map((each) => (typeof each === "string" ? Buffer.from(each, "latin1") : each)),
  );
  const length = content.length < 128 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** An INTEGER of one byte. */
export const small = (value: number): Buffer => tlv(0x02, Buffer.of(value));
