import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { unavailable } from "../domain/errors.ts";
import type { Request } from "./request.ts";

const client = new SecretsManagerClient({ maxAttempts: 3 });

/** The master key as this request sees it: every step that asks gets the same answer, also while the key is being rotated. */
export function masterKeyOf(request: Pick<Request, "master">, now: Date): Promise<string | null> {
  request.master ??= masterKey(now.getTime());
  return request.master;
}

const FRESH_MS = 60_000;
let cached: { readonly value: string | null; readonly readAt: number } | undefined;

/**
 * The master key, read again after a minute; null when none is configured. While Secrets Manager does not answer, the
 * last value serves; when there is none yet, throws 503.
 */
async function masterKey(now: number): Promise<string | null> {
  const secretId = process.env.MASTER_KEY_SECRET_ID;
  if (!secretId) return null;
  if (cached && now - cached.readAt < FRESH_MS) return cached.value;
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    cached = { value: SecretString || null, readAt: now };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) cached = { value: null, readAt: now };
    else if (!cached) throw unavailable("Master key cannot be read");
  }
  return cached?.value ?? null;
}
