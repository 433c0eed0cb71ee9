import { generateKeyPairSync } from "node:crypto";
import { crc32 } from "node:zlib";

/** A ZIP archive of one stored file (PKWARE APPNOTE 4.3). */
export function zip(name: string, content: string): Buffer {
  const data = Buffer.from(content);
  const file = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, file, data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** First page of an SQLite database (sqlite.org/fileformat.html, 1.3) of 1 KiB pages, as in a Subversion working copy. */
export function sqliteFile(): Buffer {
  const file = Buffer.alloc(1024);
  file.write("SQLite format 3\0", "latin1");
  file.writeUInt16BE(1024, 16);
  file.set([1, 1, 0, 64, 32, 32], 18);
  file.writeUInt32BE(1, 28);
  file.writeUInt32BE(4, 44);
  file.writeUInt32BE(1, 56);
  file[100] = 0x0d;
  return file;
}

/** Start of a Finder file: alignment, `Bud1`, and the root block's place. */
export const dsStore = (): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 1]),
    Buffer.from("Bud1"),
    Buffer.from([0, 0, 0x10, 0, 0, 0, 0x08, 0, 0, 0, 0x10, 0]),
    Buffer.alloc(64),
    Buffer.from("\0\0\0\x06\0b\0a\0c\0k\0u\0pIlocblob", "latin1"),
  ]);

/** First entry of a Mercurial manifest index: inline data, revlog version 1 (Mercurial, `help internals.revlogs`). */
export const mercurialManifest = (): Buffer =>
  Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0x3e]), Buffer.alloc(48, 0x2a)]);

/** A private key made for this run, in the traditional form of OpenSSL. */
export const privateKeyFile = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "sec1", format: "pem" }).toString();
