import { v7 } from "uuid";

/** A fresh UUIDv7 (RFC 9562): ids in order are things in order of creation. */
export const newId = (): string => v7();
