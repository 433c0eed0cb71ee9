import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { keepSecret } from "./log/context.ts";

const client = new SecretsManagerClient({ maxAttempts: 3 });

const FRESH_MS = 60_000;
/** How long an earlier value serves before Secrets Manager is asked again that did not answer. */
const RETRY_MS = 5_000;

/**
 * A reader of the secret whose id is in the environment variable `idName`. What it read serves for a minute, and longer
 * while Secrets Manager does not answer. The reader takes the time in milliseconds and resolves to null when no id is
 * set, or the secret does not exist or is empty; it throws what Secrets Manager does while there is no earlier value.
 */
export function secretReader(idName: string): (now: number) => Promise<string | null> {
  let cached: { readonly value: string | null; readonly readAt: number } | undefined;
  return async (now) => {
    const secretId = process.env[idName];
    if (!secretId) return null;
    if (cached && now - cached.readAt < FRESH_MS) return cached.value;
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
      if (SecretString) keepSecret(SecretString);
      cached = { value: SecretString || null, readAt: now };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) cached = { value: null, readAt: now };
      else if (!cached) throw error;
      // Not asked again for every request meanwhile.
      else cached = { ...cached, readAt: now - FRESH_MS + RETRY_MS };
    }
    return cached?.value ?? null;
  };
}
