import { randomBytes } from "node:crypto";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { KEY_ENTROPY_BYTES, type KeyKind, keyDigest, mintKey } from "../domain/keys.ts";
import { Credential } from "./entities/credential.ts";
import { documentClient, tableName } from "./table.ts";

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
  const found = new Map<string, CredentialItem>();
  let keys: Record<string, unknown>[] = [...new Set(prefixes)].map(
    (prefix) => Credential.get({ prefix }).params<{ Key: Record<string, unknown> }>().Key,
  );
  for (let attempt = 0; keys.length > 0; attempt += 1) {
    if (attempt === 3) throw new Error("credentials stayed unprocessed");
    const answer = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } }),
    );
    for (const item of answer.Responses?.[tableName] ?? []) {
      const { data } = Credential.parse({ Item: item });
      if (data) found.set(data.prefix, data);
    }
    keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}
