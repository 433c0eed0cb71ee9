import { randomBytes } from "node:crypto";
import { KEY_ENTROPY_BYTES, type KeyKind, keyDigest, mintKey } from "../domain/keys.ts";
import { batchGet } from "./batch-get.ts";
import { Credential } from "./entities/credential.ts";

export type CredentialItem = Parameters<typeof Credential.create>[0];

/** Mints a key: the plaintext to show once, its public prefix, and what to store for it. */
export function newCredential(kind: KeyKind): {
  readonly key: string;
  readonly prefix: string;
  readonly salt: string;
  readonly digest: string;
} {
  const { key, prefix } = mintKey(kind, randomBytes(KEY_ENTROPY_BYTES));
  const salt = randomBytes(16).toString("hex");
  return { key, prefix, salt, digest: keyDigest(key, salt) };
}

/**
 * Credentials by public prefix, in one strongly consistent read whatever their number, so that a revoked or rotated key
 * stops working at once. Throws when the store does not answer.
 */
export async function readCredentials(prefixes: readonly string[]): Promise<ReadonlyMap<string, CredentialItem>> {
  const keys = [...new Set(prefixes)].map((prefix) => ({ prefix }));
  const credentials = await batchGet(keys, (missing) => Credential.get([...missing]).go({ consistent: true }));
  return new Map(credentials.map((credential) => [credential.prefix, credential]));
}
