/** Printable ASCII of what a service said, other bytes as spaces, runs of them joined, at most `length` characters. */
export const printable = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, length);
